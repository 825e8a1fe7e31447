package io.lockarbiter.console.api;

/** How many may follow the stream at a time. */
public record StreamLimit(int streams) {}
