/**
 * Names that stand around the JSON: topics and record headers. The JSON itself is described in the
 * resources {@code schema/command.schema.json} and {@code schema/event.schema.json}, all of it
 * together in {@code asyncapi.json}.
 */
@NullMarked
package io.lockarbiter.contracts.schema;

import org.jspecify.annotations.NullMarked;
