package io.lockarbiter.webdav;

import java.io.IOException;
import java.io.StringReader;
import java.util.regex.Pattern;
import org.apache.catalina.util.XMLWriter;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.w3c.dom.bootstrap.DOMImplementationRegistry;
import org.w3c.dom.ls.DOMImplementationLS;
import org.w3c.dom.ls.LSSerializer;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** The XML of requests and answers that have to do with locks. */
final class DavXml {
  static final String NAMESPACE = "DAV:";

  /** Characters that no XML 1.0 can have. */
  private static final Pattern NOT_OF_XML =
      Pattern.compile("[^\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]");

  private DavXml() {}

  /** Says whether a node is this element of WebDAV. */
  static boolean isDav(Node node, String name) {
    return NAMESPACE.equals(node.getNamespaceURI()) && name.equals(node.getLocalName());
  }

  /** An element as text that can stand anywhere: it declares its namespaces itself. */
  static String text(Element element) {
    return serializer().writeToString(element);
  }

  /** The content of an element as such text. */
  static String content(Element element) {
    LSSerializer serializer = serializer();
    StringBuilder text = new StringBuilder();
    NodeList nodes = element.getChildNodes();
    for (int i = 0; i < nodes.getLength(); i++) {
      Node node = nodes.item(i);
      if (node instanceof Element each) {
        text.append(serializer.writeToString(each));
      } else if (node.getNodeType() == Node.TEXT_NODE
          || node.getNodeType() == Node.CDATA_SECTION_NODE) {
        text.append(escaped(node.getNodeValue()));
      }
    }
    return text.toString().strip();
  }

  private static LSSerializer serializer() {
    try {
      DOMImplementationLS implementation =
          (DOMImplementationLS)
              DOMImplementationRegistry.newInstance().getDOMImplementation("LS 3.0");
      LSSerializer serializer = implementation.createLSSerializer();
      serializer.getDomConfig().setParameter("xml-declaration", false);
      return serializer;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JDK has no serializer of XML", e);
    }
  }

  /** An owner's XML as it is, if it can stand in an element: any program may have written it. */
  private static String whole(String xml) {
    try {
      var unused =
          BodyXml.reader().parse(new InputSource(new StringReader("<owner>" + xml + "</owner>")));
      return xml;
    } catch (SAXException | IOException e) {
      return escaped(xml);
    }
  }

  private static String escaped(String text) {
    return NOT_OF_XML
        .matcher(text)
        .replaceAll("\uFFFD")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;");
  }

  /** Writes the locks as the property {@code lockdiscovery} (RFC 4918, 15.8). */
  static void discovery(XMLWriter xml, Iterable<DavLock> locks, long now, Hrefs hrefs) {
    xml.writeElement("D", "lockdiscovery", XMLWriter.OPENING);
    for (DavLock lock : locks) {
      active(xml, lock, now, hrefs);
    }
    xml.writeElement("D", "lockdiscovery", XMLWriter.CLOSING);
  }

  /** The address of the root of a lock; null if it lies outside of the servlet. */
  @FunctionalInterface
  interface Hrefs {
    /** The address of a path to lock. */
    @Nullable String of(DavLock lock);
  }

  private static void active(XMLWriter xml, DavLock lock, long now, Hrefs hrefs) {
    xml.writeElement("D", "activelock", XMLWriter.OPENING);
    empty(xml, "locktype", "write");
    empty(xml, "lockscope", lock.isShared() ? "shared" : "exclusive");
    xml.writeProperty("D", "depth", lock.isDeep() ? "infinity" : "0");
    xml.writeElement("D", "owner", XMLWriter.OPENING);
    xml.writeRaw(lock.ownerXml().isEmpty() ? escaped(told(lock)) : whole(lock.ownerXml()));
    xml.writeElement("D", "owner", XMLWriter.CLOSING);
    xml.writeProperty("D", "timeout", "Second-" + Math.max(0, (lock.expiresAt() - now) / 1000));
    String token = lock.tokenUri();
    if (token != null) {
      href(xml, "locktoken", token);
    }
    String root = hrefs.of(lock);
    if (root != null) {
      href(xml, "lockroot", root);
    }
    xml.writeElement("D", "activelock", XMLWriter.CLOSING);
  }

  /** The member and the note of a lock whose client told no owner. */
  private static String told(DavLock lock) {
    String note = lock.note();
    return note == null ? lock.member() : lock.member() + ": " + note;
  }

  private static void empty(XMLWriter xml, String name, String only) {
    xml.writeElement("D", name, XMLWriter.OPENING);
    xml.writeElement("D", only, XMLWriter.NO_CONTENT);
    xml.writeElement("D", name, XMLWriter.CLOSING);
  }

  private static void href(XMLWriter xml, String name, String address) {
    xml.writeElement("D", name, XMLWriter.OPENING);
    xml.writeElement("D", "href", XMLWriter.OPENING);
    xml.writeText(address);
    xml.writeElement("D", "href", XMLWriter.CLOSING);
    xml.writeElement("D", name, XMLWriter.CLOSING);
  }

  /** The body that names a condition of RFC 4918, 16, and what violates it. */
  static String error(String condition, Iterable<String> addresses) {
    XMLWriter xml = new XMLWriter();
    xml.writeXMLHeader();
    xml.writeElement("D", NAMESPACE, "error", XMLWriter.OPENING);
    xml.writeElement("D", condition, XMLWriter.OPENING);
    for (String address : addresses) {
      xml.writeElement("D", "href", XMLWriter.OPENING);
      xml.writeText(address);
      xml.writeElement("D", "href", XMLWriter.CLOSING);
    }
    xml.writeElement("D", condition, XMLWriter.CLOSING);
    xml.writeElement("D", "error", XMLWriter.CLOSING);
    return xml.toString();
  }
}
