/** The lock rules in plain Java: the reference model that tests, simulation and audit run. */
@NullMarked
package io.lockarbiter.lua.model;

import org.jspecify.annotations.NullMarked;
