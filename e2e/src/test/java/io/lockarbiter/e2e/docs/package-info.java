/** Tests that the pages of the repository are correct. */
@NullMarked
package io.lockarbiter.e2e.docs;

import org.jspecify.annotations.NullMarked;
