package io.lockarbiter.gateway.stream;

/** The reason why a reader has to list the locks anew. */
enum ResetReason {
  TOO_OLD("the events after your Last-Event-ID are not kept here any more"),
  TOO_MUCH("more came after your Last-Event-ID than is sent at once"),
  UNKNOWN_POSITION("your Last-Event-ID is no position in these events"),
  TOO_SLOW("you read more slowly than events come, and this stream ends");

  private final String fact;

  ResetReason(String fact) {
    this.fact = fact;
  }

  Frame at(Position position) {
    return Frame.of(
        "id: %s\nevent: reset\ndata: {\"reason\":\"%s\",\"message\":\"%s; list the locks anew, then ask for the events after the position of that list\"}\n\n"
            .formatted(position, name(), fact));
  }
}
