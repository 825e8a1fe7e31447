/** The HTTP interface for tools and the pages; console/README.md and openapi.json describe it. */
@NullMarked
package io.lockarbiter.console.api;

import org.jspecify.annotations.NullMarked;
