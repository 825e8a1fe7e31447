/** Classes that the tests of every module share: tools that a machine may lack, and patience. */
@NullMarked
package io.lockarbiter.contracts.testing;

import org.jspecify.annotations.NullMarked;
