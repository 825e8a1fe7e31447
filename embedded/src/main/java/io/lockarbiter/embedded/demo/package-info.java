/**
 * Sub-accounts at work in one tree of files, with the arbiter or without: their requests, their
 * operations, and the checks of the files.
 */
@NullMarked
package io.lockarbiter.embedded.demo;

import org.jspecify.annotations.NullMarked;
