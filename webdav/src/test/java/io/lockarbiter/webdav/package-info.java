@NullMarked
package io.lockarbiter.webdav;

import org.jspecify.annotations.NullMarked;
