package io.lockarbiter.contracts.lock;

import org.jspecify.annotations.Nullable;

/** A node of a {@link PathTree}, one for each path. */
public abstract class PathNode {
  private @Nullable PathPlace place;
  private int children;

  /** A node at no place yet. */
  protected PathNode() {}

  final void setPlace(PathPlace newPlace) {
    place = newPlace;
  }

  /** The place below another node; null of the root. */
  final @Nullable PathPlace place() {
    return place;
  }

  final void countChildren(int more) {
    children += more;
  }

  /** Says whether there are nodes below it. */
  public final boolean hasChildren() {
    return children > 0;
  }

  /** The last segment of its path; empty of the root. */
  public final String segment() {
    return place == null ? "" : place.segment();
  }
}
