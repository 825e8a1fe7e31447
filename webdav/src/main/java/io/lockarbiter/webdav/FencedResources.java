package io.lockarbiter.webdav;

import static java.util.stream.Collectors.toUnmodifiableSet;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import org.apache.catalina.WebResource;
import org.apache.catalina.WebResourceRoot;
import org.apache.catalina.webresources.EmptyResource;
import org.jspecify.annotations.Nullable;

/**
 * The container's view of the folder, as the servlet's base class uses it. Reads go through,
 * without the folder {@code .lockarbiter}, and have one version of a file. Writes are the shared
 * folder's, under the short lock of the request, through the fence.
 *
 * <p>Failures of a write are thrown unchecked, because these methods declare none.
 */
final class FencedResources implements InvocationHandler {
  private final WebResourceRoot files;
  private final SharedFolder folder;

  private FencedResources(WebResourceRoot files, SharedFolder folder) {
    this.files = files;
    this.folder = folder;
  }

  static WebResourceRoot of(WebResourceRoot files, SharedFolder folder) {
    return (WebResourceRoot)
        Proxy.newProxyInstance(
            FencedResources.class.getClassLoader(),
            new Class<?>[] {WebResourceRoot.class},
            new FencedResources(files, folder));
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] given)
      throws Throwable {
    Object[] arguments = given == null ? new Object[0] : given;
    String path = arguments.length > 0 && arguments[0] instanceof String text ? text : "";
    return switch (method.getName()) {
      case "write" -> write(path, (InputStream) arguments[1], (boolean) arguments[2]);
      case "mkdir" -> makeFolder(path);
      case "getResource" -> resource(path);
      case "list" -> withoutOwn(path, files.list(path));
      case "listWebAppPaths" -> listWebAppPaths(path);
      default -> passOn(files, method, given);
    };
  }

  private static @Nullable Object passOn(Object to, Method method, Object @Nullable [] arguments)
      throws Throwable {
    try {
      return method.invoke(to, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }

  private boolean write(String path, InputStream bytes, boolean overwrite) {
    WriteScope scope = WriteScope.current();
    try {
      Path file = folder.file(path);
      if (!SharedFolder.isInFolder(file)) {
        return false;
      }
      Path stored = folder.store(bytes);
      try {
        return scope.write(path, () -> folder.place(stored, file, overwrite));
      } finally {
        Files.deleteIfExists(stored);
      }
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean makeFolder(String path) {
    try {
      Path file = folder.file(path);
      if (!SharedFolder.isInFolder(file)) {
        return false;
      }
      return WriteScope.current()
          .write(
              path,
              () -> {
                Files.createDirectory(file);
                return true;
              });
    } catch (FileAlreadyExistsException | NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private WebResource resource(String path) {
    if (SharedFolder.isOwn(path)) {
      return new EmptyResource(files, path);
    }
    WebResource found = files.getResource(path);
    SteadyFile steady = new SteadyFile(folder.root().resolve(path.substring(1)));
    InvocationHandler fenced =
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "delete" -> delete(path);
              case "getInputStream" ->
                  steady.checked((InputStream) passOn(found, method, arguments));
              case "getContentLength", "getETag", "getLastModified", "getLastModifiedHttp" -> {
                steady.tell();
                yield passOn(found, method, arguments);
              }
              default -> passOn(found, method, arguments);
            };
    return (WebResource)
        Proxy.newProxyInstance(
            FencedResources.class.getClassLoader(), new Class<?>[] {WebResource.class}, fenced);
  }

  private boolean delete(String path) {
    try {
      Path file = folder.file(path);
      return WriteScope.current().write(path, () -> Files.deleteIfExists(file));
    } catch (DirectoryNotEmptyException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String[] withoutOwn(String path, String[] names) {
    return path.equals("/") || path.isEmpty()
        ? Arrays.stream(names).filter(name -> !name.equals(SharedFolder.OWN)).toArray(String[]::new)
        : names;
  }

  private @Nullable Set<String> listWebAppPaths(String path) {
    Set<String> all = files.listWebAppPaths(path);
    return all == null
        ? null
        : all.stream().filter(each -> !SharedFolder.isOwn(each)).collect(toUnmodifiableSet());
  }
}
