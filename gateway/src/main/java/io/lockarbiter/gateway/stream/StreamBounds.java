package io.lockarbiter.gateway.stream;

/**
 * The bounds of streams.
 *
 * @param keptBytes most heap of the latest events; as much again for what all streams have not sent
 * @param streamBytes most heap of the events that one stream has not sent, but for one event; the
 *     rest of them it reads from those that are kept
 * @param streams most streams
 * @param streamsOfSubject most streams of a subject
 */
public record StreamBounds(long keptBytes, long streamBytes, int streams, int streamsOfSubject) {}
