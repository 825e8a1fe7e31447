/** The console's pages in a browser, screen by screen. */
@NullMarked
package io.lockarbiter.console.pages;

import org.jspecify.annotations.NullMarked;
