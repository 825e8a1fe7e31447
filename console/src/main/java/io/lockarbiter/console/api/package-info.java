/** What tools and the pages ask for over HTTP; console/README.md and openapi.json say it. */
@NullMarked
package io.lockarbiter.console.api;

import org.jspecify.annotations.NullMarked;
