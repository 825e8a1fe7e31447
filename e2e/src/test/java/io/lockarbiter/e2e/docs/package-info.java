/** Tests that the pages of the repository say what is. */
@NullMarked
package io.lockarbiter.e2e.docs;

import org.jspecify.annotations.NullMarked;
