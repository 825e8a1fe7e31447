/** Tests that the pages of the repository say what is. */
@NullMarked
package io.lockarbiter.sandbox.docs;

import org.jspecify.annotations.NullMarked;
