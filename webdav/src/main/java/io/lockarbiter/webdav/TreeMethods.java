package io.lockarbiter.webdav;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.catalina.WebResource;

/**
 * {@code DELETE}, {@code COPY} and {@code MOVE} (RFC 4918, 9.6, 9.8 and 9.9), each in one step,
 * however many files. The servlet's base class takes one file after the other.
 */
final class TreeMethods {
  private final ArbiterWebdavServlet servlet;
  private final SharedFolder folder;
  private final FolderPropertyStore properties;

  TreeMethods(ArbiterWebdavServlet servlet, SharedFolder folder, FolderPropertyStore properties) {
    this.servlet = servlet;
    this.folder = folder;
    this.properties = properties;
  }

  void delete(HttpServletRequest request, HttpServletResponse response) throws IOException {
    String path = servlet.pathOf(request);
    WebResource resource = servlet.resource(path);
    if (!servlet.checkIfHeaders(request, response, resource)) {
      response.setStatus(HttpServletResponse.SC_PRECONDITION_FAILED);
    } else if (!resource.exists()) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND);
    } else {
      Path file = folder.file(path);
      List<String> tree = properties.among(SharedFolder.tree(file, path));
      Path aside =
          WriteScope.current()
              .writeAll(
                  () -> {
                    properties.remove(tree);
                    return folder.takeAway(file);
                  });
      SharedFolder.remove(aside);
      response.setStatus(HttpServletResponse.SC_NO_CONTENT);
    }
  }

  /**
   * Answers {@code COPY} and {@code MOVE}.
   *
   * @return false if the base class has to say what is wrong with the request
   */
  boolean copyOrMove(HttpServletRequest request, HttpServletResponse response) throws IOException {
    WriteWish wish = servlet.wish(request);
    String destination = wish == null ? null : wish.destination();
    if (wish == null || destination == null || !WriteScope.isOpen()) {
      return false;
    }
    int problem = problem(request, response, wish, destination);
    if (problem != 0) {
      response.sendError(problem);
    } else if (response.getStatus() < HttpServletResponse.SC_BAD_REQUEST) {
      boolean replaces = servlet.resource(destination).exists();
      boolean isDeep = !wish.copies() || !"0".equals(request.getHeader("Depth"));
      carryOut(wish, destination, isDeep);
      response.setStatus(
          replaces ? HttpServletResponse.SC_NO_CONTENT : HttpServletResponse.SC_CREATED);
    }
    return true;
  }

  /** The status that tells what is in the way; 0 if there is none, or it was told. */
  private int problem(
      HttpServletRequest request, HttpServletResponse response, WriteWish wish, String destination)
      throws IOException {
    WebResource source = servlet.resource(wish.path());
    if (!source.exists()) {
      return HttpServletResponse.SC_NOT_FOUND;
    }
    String depth = request.getHeader("Depth");
    if (source.isDirectory()
        && depth != null
        && !depth.equalsIgnoreCase("infinity")
        && !(wish.copies() && depth.equals("0"))) {
      return HttpServletResponse.SC_BAD_REQUEST;
    }
    if (!servlet.checkIfHeaders(request, response, source)
        || servlet.resource(destination).exists()
            && "F".equalsIgnoreCase(request.getHeader("Overwrite"))) {
      response.setStatus(HttpServletResponse.SC_PRECONDITION_FAILED);
      return 0;
    }
    try {
      boolean canBe = SharedFolder.isInFolder(folder.file(destination));
      return canBe ? 0 : HttpServletResponse.SC_CONFLICT;
    } catch (NoSuchFileException e) {
      return HttpServletResponse.SC_CONFLICT;
    }
  }

  /** Puts the tree into its place in one step; a copy is made before, where nobody sees it. */
  private void carryOut(WriteWish wish, String destination, boolean isDeep) throws IOException {
    Path from = folder.file(wish.path());
    Path to = folder.file(destination);
    List<String> tree = isDeep ? SharedFolder.tree(from, wish.path()) : List.of(wish.path());
    List<String> replaced = new ArrayList<>();
    tree.forEach(each -> replaced.add(destination + each.substring(wish.path().length())));
    if (Files.exists(to)) {
      replaced.addAll(SharedFolder.tree(to, destination));
    }
    List<String> ended = properties.among(replaced);
    List<String> taken = properties.among(tree);
    Path placed = wish.copies() ? folder.copy(from, isDeep) : from;
    try {
      WriteScope.current()
          .writeAll(
              () -> {
                folder.move(placed, to);
                properties.remove(ended);
                if (wish.copies()) {
                  properties.copy(taken, wish.path(), destination);
                } else {
                  properties.move(taken, wish.path(), destination);
                }
                return tree;
              });
    } finally {
      if (wish.copies() && Files.exists(placed)) {
        SharedFolder.remove(placed);
      }
    }
  }
}
