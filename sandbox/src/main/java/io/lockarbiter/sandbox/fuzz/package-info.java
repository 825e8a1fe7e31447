/** Bad input at volume: records of every kind of wrongness, among commands that are right. */
@NullMarked
package io.lockarbiter.sandbox.fuzz;

import org.jspecify.annotations.NullMarked;
