package io.lockarbiter.webdav;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.catalina.WebResource;

/**
 * {@code DELETE} and {@code MOVE} (RFC 4918, 9.6 and 9.9), each in one step, however many files.
 * The servlet's base class takes one file after the other.
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

  /** False if the base class has to say what is wrong with the request. */
  boolean move(HttpServletRequest request, HttpServletResponse response) throws IOException {
    WriteWish wish = servlet.wish(request);
    String destination = wish == null ? null : wish.destination();
    if (wish == null || destination == null || !WriteScope.isOpen()) {
      return false;
    }
    WebResource source = servlet.resource(wish.path());
    if (!source.exists()) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND);
      return true;
    }
    boolean replaces = servlet.resource(destination).exists();
    if (!servlet.checkIfHeaders(request, response, source)
        || replaces && "F".equalsIgnoreCase(request.getHeader("Overwrite"))) {
      response.setStatus(HttpServletResponse.SC_PRECONDITION_FAILED);
      return true;
    }
    Path from = folder.file(wish.path());
    Path to = folder.file(destination);
    if (!SharedFolder.isInFolder(to)) {
      response.sendError(HttpServletResponse.SC_CONFLICT);
      return true;
    }
    List<String> tree = SharedFolder.tree(from, wish.path());
    List<String> moved = properties.among(tree);
    List<String> replaced = new ArrayList<>();
    tree.forEach(each -> replaced.add(destination + each.substring(wish.path().length())));
    if (replaces) {
      replaced.addAll(SharedFolder.tree(to, destination));
    }
    List<String> ended = properties.among(replaced);
    WriteScope.current()
        .writeAll(
            () -> {
              folder.move(from, to);
              properties.remove(ended);
              properties.move(moved, wish.path(), destination);
              return tree;
            });
    response.setStatus(
        replaces ? HttpServletResponse.SC_NO_CONTENT : HttpServletResponse.SC_CREATED);
    return true;
  }
}
