/**
 * Sub-accounts at work in one tree of files, with the arbiter or without: what they ask, what they
 * do, and whether the files show it.
 */
@NullMarked
package io.lockarbiter.embedded.demo;

import org.jspecify.annotations.NullMarked;
