package io.lockarbiter.webdav;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.http.HttpServletResponse;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.apache.catalina.servlets.WebdavServlet.PropertyStore;
import org.apache.catalina.servlets.WebdavServlet.PropertyUpdateType;
import org.apache.catalina.servlets.WebdavServlet.ProppatchOperation;
import org.apache.catalina.util.XMLWriter;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * Dead properties in files of the shared folder, one for each resource that has some. A file is
 * replaced as a whole, under the short lock of the request and through the fence. The servlet makes
 * one and sets its folder.
 */
public final class FolderPropertyStore implements PropertyStore {
  private static final int FAILED_DEPENDENCY = 424;
  private static final int INSUFFICIENT_STORAGE = 507;

  /** They are read for each listing of their folder. */
  private static final int MOST_CHARS = 256 << 10;

  private @Nullable Path folder;

  /** A store without a folder. */
  public FolderPropertyStore() {}

  /** Sets the folder, which is created when it is needed. */
  public void setFolder(String path) {
    folder = Path.of(path);
  }

  @Override
  public void init() {
    Objects.requireNonNull(folder, "the property store has no folder");
  }

  @Override
  public void destroy() {}

  @Override
  public void periodicEvent() {}

  @Override
  public void copy(String source, String destination) {
    List<Element> all = all(source);
    if (!all.isEmpty()) {
      write(destination, all);
    }
  }

  @Override
  public void delete(String resource) {
    if (Files.exists(file(resource))) {
      write(resource, List.of());
    }
  }

  @Override
  public boolean propfind(
      String resource, @Nullable Node property, boolean nameOnly, XMLWriter generatedXML) {
    return write(all(resource), property, nameOnly, generatedXML);
  }

  /**
   * Writes properties.
   *
   * @param property the one that is asked for; null = all
   * @return whether that one is among them
   */
  static boolean write(
      List<Element> all, @Nullable Node property, boolean nameOnly, XMLWriter xml) {
    for (Element each : all) {
      if (nameOnly) {
        xml.writeElement(null, each.getNamespaceURI(), each.getLocalName(), XMLWriter.NO_CONTENT);
      } else if (property == null) {
        xml.writeRaw(DavXml.text(each));
      } else if (isSame(each, property)) {
        xml.writeRaw(DavXml.text(each));
        return true;
      }
    }
    return false;
  }

  @Override
  public void proppatch(String resource, ArrayList<ProppatchOperation> operations) {
    if (operations.stream().anyMatch(ProppatchOperation::getProtectedProperty)) {
      for (ProppatchOperation each : operations) {
        each.setStatusCode(
            each.getProtectedProperty() ? HttpServletResponse.SC_FORBIDDEN : FAILED_DEPENDENCY);
      }
      return;
    }
    List<Element> all = new ArrayList<>(all(resource));
    for (ProppatchOperation each : operations) {
      Node property = each.getPropertyNode();
      boolean sets = each.getUpdateType() == PropertyUpdateType.SET;
      int at = indexOf(property, all);
      if (at >= 0 && !sets) {
        all.remove(at);
      } else if (at >= 0) {
        all.set(at, (Element) property);
      } else if (sets) {
        all.add((Element) property);
      }
    }
    if (all.stream().mapToInt(each -> DavXml.text(each).length()).sum() > MOST_CHARS) {
      operations.forEach(each -> each.setStatusCode(INSUFFICIENT_STORAGE));
    } else {
      write(resource, all);
    }
  }

  private static int indexOf(Node property, List<Element> all) {
    for (int i = 0; i < all.size(); i++) {
      if (isSame(all.get(i), property)) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isSame(Node one, Node other) {
    return Objects.equals(one.getLocalName(), other.getLocalName())
        && Objects.equals(one.getNamespaceURI(), other.getNamespaceURI());
  }

  /** The properties of a resource. */
  List<Element> all(String resource) {
    File file = file(resource).toFile();
    // Nearly no resource has any, and finding a parser takes longer than all else of a listing.
    if (!file.exists()) {
      return List.of();
    }
    try {
      Document document = BodyXml.reader().parse(file);
      return LockInfo.elements(document.getDocumentElement());
    } catch (FileNotFoundException e) {
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (SAXException e) {
      throw new IllegalStateException(
          file + " has no properties that can be read; restore it or delete it", e);
    }
  }

  private void write(String resource, List<Element> properties) {
    StringBuilder text = new StringBuilder("<properties>");
    properties.forEach(each -> text.append(DavXml.text(each)));
    text.append("</properties>");
    try {
      WriteScope.current()
          .write(
              resource,
              () -> {
                replace(file(resource), properties.isEmpty() ? null : text.toString());
                return text;
              });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Those of the paths that have properties. Whoever has locked them asks before the step, which
   * keeps all writers of the account waiting.
   */
  List<String> among(List<String> paths) {
    return paths.stream().filter(path -> Files.exists(file(path))).toList();
  }

  /** Removes the properties of a tree, as a part of the same step. */
  void remove(List<String> paths) throws IOException {
    for (String path : paths) {
      Files.deleteIfExists(file(path));
    }
  }

  /** Moves the properties that a tree has with it, as a part of the same step. */
  void move(List<String> paths, String from, String to) throws IOException {
    for (String path : paths) {
      Path old = file(path);
      Path next = file(to + path.substring(from.length()));
      Files.createDirectories(next.getParent());
      Files.move(old, next, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** Copies the properties that a tree has with it, as a part of the same step. */
  void copy(List<String> paths, String from, String to) throws IOException {
    for (String path : paths) {
      Path next = file(to + path.substring(from.length()));
      Files.createDirectories(next.getParent());
      Path aside = next.resolveSibling("." + UUID.randomUUID());
      Files.copy(file(path), aside);
      Files.move(aside, next, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private static void replace(Path file, @Nullable String text) throws IOException {
    if (text == null) {
      Files.deleteIfExists(file);
      return;
    }
    Files.createDirectories(file.getParent());
    Path next = file.resolveSibling("." + UUID.randomUUID());
    Files.writeString(next, text);
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private Path file(String resource) {
    try {
      String name =
          HexFormat.of()
              .formatHex(MessageDigest.getInstance("SHA-256").digest(resource.getBytes(UTF_8)));
      return Objects.requireNonNull(folder)
          .resolve(name.substring(0, 2))
          .resolve(name.substring(2) + ".xml");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
