/**
 * The names around the JSON: topics and record headers. The resources {@code
 * schema/command.schema.json} and {@code schema/event.schema.json} describe the JSON itself, and
 * {@code asyncapi.json} all of it together.
 */
@NullMarked
package io.lockarbiter.contracts.schema;

import org.jspecify.annotations.NullMarked;
