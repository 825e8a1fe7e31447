/** What the topics and Redis say of a run, for those who let things happen to it. */
@NullMarked
package io.lockarbiter.embedded.judge;

import org.jspecify.annotations.NullMarked;
