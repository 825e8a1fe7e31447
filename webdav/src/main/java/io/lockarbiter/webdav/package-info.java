/** WebDAV on the arbiter's locks: a servlet, and a server that runs it. */
@NullMarked
package io.lockarbiter.webdav;

import org.jspecify.annotations.NullMarked;
