package io.lockarbiter.webdav;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilder;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * The body of a {@code LOCK} that makes a lock (RFC 4918, 14.11).
 *
 * @param ownerXml the content of its element {@code owner}, as it is told to others
 * @param ownerText the same without elements
 */
record LockInfo(boolean isShared, String ownerXml, String ownerText) {
  /**
   * The lock that a body asks for; null if it is none that can be.
   *
   * @throws SAXException if it is no XML
   */
  static @Nullable LockInfo in(byte[] body, DocumentBuilder builder)
      throws SAXException, IOException {
    Element root =
        builder.parse(new InputSource(new ByteArrayInputStream(body))).getDocumentElement();
    Element scope = child(root, "lockscope");
    Element type = child(root, "locktype");
    if (!DavXml.isDav(root, "lockinfo")
        || scope == null
        || type == null
        || child(type, "write") == null) {
      return null;
    }
    boolean isShared = child(scope, "shared") != null;
    if (isShared == (child(scope, "exclusive") != null)) {
      return null;
    }
    Element owner = child(root, "owner");
    return owner == null
        ? new LockInfo(isShared, "", "")
        : new LockInfo(isShared, DavXml.content(owner), owner.getTextContent().strip());
  }

  private static @Nullable Element child(Element parent, String name) {
    return elements(parent).stream()
        .filter(each -> DavXml.isDav(each, name))
        .findFirst()
        .orElse(null);
  }

  /** The elements directly below an element. */
  static List<Element> elements(Element parent) {
    List<Element> all = new ArrayList<>();
    NodeList nodes = parent.getChildNodes();
    for (int i = 0; i < nodes.getLength(); i++) {
      Node node = nodes.item(i);
      if (node instanceof Element element) {
        all.add(element);
      }
    }
    return all;
  }
}
