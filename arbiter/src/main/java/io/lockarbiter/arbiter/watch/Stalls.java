package io.lockarbiter.arbiter.watch;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The stalls that all watches have found. */
public final class Stalls {
  private final List<StallSource> sources;

  /** Those of some watches. */
  public Stalls(StallSource... sources) {
    this.sources = List.of(sources);
  }

  /** Those of one partition, the weightiest first. */
  public List<Stall> of(int partition) {
    return sources.stream()
        .map(source -> source.stalls().get(partition))
        .flatMap(Stream::ofNullable)
        .sorted(Comparator.comparing(Stall::cause))
        .toList();
  }
}
