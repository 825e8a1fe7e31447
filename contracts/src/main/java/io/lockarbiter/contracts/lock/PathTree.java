package io.lockarbiter.contracts.lock;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Paths as a tree, with all nodes in one map: a way down a path costs a look for each segment,
 * makes nothing, and touches little memory, on which most of the time goes when there are many
 * paths. Used by one thread.
 *
 * @param <N> the nodes, which keep what there is to know about a path
 */
public final class PathTree<N extends PathNode> {
  /** Most characters of a path that its nodes may keep alive for one segment. */
  private static final int SHARED = 256;

  private final Supplier<N> nodes;
  private final N root;
  private final Map<PathPlace, N> byPlace = new HashMap<>();

  /** The key of a look. */
  private final PathPlace asked = new PathPlace(-1);

  private int last;

  /**
   * A tree of the root alone.
   *
   * @param nodes makes a node
   */
  public PathTree(Supplier<N> nodes) {
    this.nodes = nodes;
    root = nodes.get();
  }

  /** The node of the root. */
  public N root() {
    return root;
  }

  /** The end of the segment of a path that begins at {@code start}. */
  public static int end(String path, int start) {
    int slash = path.indexOf('/', start);
    return slash < 0 ? path.length() : slash;
  }

  /** The node below a parent whose segment is that part of a path; null if there is none. */
  public @Nullable N child(N parent, String path, int start, int end) {
    return byPlace.get(asked.at(parent, path, start, end));
  }

  /** The node of a path; null if there is none. */
  public @Nullable N find(String path) {
    N node = root;
    int end;
    for (int start = 1; node != null && start < path.length(); start = end + 1) {
      end = end(path, start);
      node = child(node, path, start, end);
    }
    return node;
  }

  /** Adds the node that {@link #child} did not find. */
  public N add(N parent, String path, int start, int end) {
    PathPlace place = new PathPlace(++last);
    if (path.length() > SHARED) {
      place.at(parent, path.substring(start, end), 0, end - start);
    } else {
      place.at(parent, path, start, end);
    }
    N made = nodes.get();
    made.setPlace(place);
    byPlace.put(place, made);
    parent.countChildren(1);
    return made;
  }

  /** The node above; null of the root. */
  @SuppressWarnings("unchecked") // only nodes of this tree are parents in it
  public @Nullable N parent(N node) {
    PathPlace place = node.place();
    return place == null ? null : (N) place.parent();
  }

  /** Removes a node that has none below it; the root stays. */
  public void remove(N node) {
    if (node.hasChildren()) {
      throw new IllegalArgumentException("a node with others below it");
    }
    PathPlace place = node.place();
    if (place != null) {
      byPlace.remove(place);
      Objects.requireNonNull(place.parent()).countChildren(-1);
    }
  }
}
