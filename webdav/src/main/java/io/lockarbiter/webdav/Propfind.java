package io.lockarbiter.webdav;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilder;
import org.apache.catalina.WebResource;
import org.apache.catalina.util.XMLWriter;
import org.apache.tomcat.util.http.FastHttpDateFormat;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * A {@code PROPFIND} (RFC 4918, 9.1). The base class has one too, but it can show no locks other
 * than its own.
 *
 * @param wanted the properties that are asked for; null = all
 * @param isNamesOnly whether only the names of all are asked for
 */
record Propfind(@Nullable List<Element> wanted, boolean isNamesOnly) {
  private static final List<String> OF_ALL = List.of("creationdate", "getlastmodified");
  private static final List<String> OF_FILES =
      List.of("getcontentlength", "getcontenttype", "getetag");
  private static final List<String> LATER = List.of("resourcetype", "supportedlock");
  private static final String DISCOVERY = "lockdiscovery";

  /**
   * The question that a body asks; null if it asks none that can be.
   *
   * @throws SAXException if it is no XML
   */
  static @Nullable Propfind in(byte[] body, DocumentBuilder builder)
      throws SAXException, IOException {
    if (body.length == 0) {
      return new Propfind(null, false);
    }
    Element root =
        builder.parse(new InputSource(new ByteArrayInputStream(body))).getDocumentElement();
    if (!DavXml.isDav(root, "propfind")) {
      return null;
    }
    List<Propfind> asked = new ArrayList<>();
    for (Element each : LockInfo.elements(root)) {
      if (DavXml.isDav(each, "prop")) {
        asked.add(new Propfind(LockInfo.elements(each), false));
      } else if (DavXml.isDav(each, "propname")) {
        asked.add(new Propfind(null, true));
      } else if (DavXml.isDav(each, "allprop")) {
        asked.add(new Propfind(null, false));
      }
    }
    return asked.size() == 1 ? asked.get(0) : null;
  }

  /** Says whether locks are shown. */
  boolean asksForLocks() {
    return !isNamesOnly
        && (wanted == null || wanted.stream().anyMatch(each -> DavXml.isDav(each, DISCOVERY)));
  }

  /**
   * A resource and all that is told of it.
   *
   * @param locks writes its {@code lockdiscovery}
   */
  record Found(
      String href,
      String path,
      WebResource resource,
      String etag,
      @Nullable String contentType,
      FolderPropertyStore store,
      Runnable locks) {}

  /** Writes the answer about one resource. */
  void write(XMLWriter xml, Found found) {
    xml.writeElement("D", "response", XMLWriter.OPENING);
    xml.writeElement("D", "href", XMLWriter.OPENING);
    xml.writeText(found.href());
    xml.writeElement("D", "href", XMLWriter.CLOSING);
    List<Element> missing = new ArrayList<>();
    xml.writeElement("D", "propstat", XMLWriter.OPENING);
    xml.writeElement("D", "prop", XMLWriter.OPENING);
    if (wanted != null) {
      writeWanted(xml, found, wanted, missing);
    } else {
      writeAll(xml, found);
    }
    end(xml, "HTTP/1.1 200 OK");
    if (!missing.isEmpty()) {
      xml.writeElement("D", "propstat", XMLWriter.OPENING);
      xml.writeElement("D", "prop", XMLWriter.OPENING);
      missing.forEach(each -> empty(xml, each));
      end(xml, "HTTP/1.1 404 Not Found");
    }
    xml.writeElement("D", "response", XMLWriter.CLOSING);
  }

  private static void end(XMLWriter xml, String status) {
    xml.writeElement("D", "prop", XMLWriter.CLOSING);
    xml.writeProperty("D", "status", status);
    xml.writeElement("D", "propstat", XMLWriter.CLOSING);
  }

  private static void empty(XMLWriter xml, Element property) {
    boolean isDav = DavXml.NAMESPACE.equals(property.getNamespaceURI());
    xml.writeElement(
        isDav ? "D" : null,
        isDav ? null : property.getNamespaceURI(),
        property.getLocalName(),
        XMLWriter.NO_CONTENT);
  }

  private void writeAll(XMLWriter xml, Found found) {
    for (List<String> group : List.of(OF_ALL, OF_FILES, LATER)) {
      for (String name : group) {
        if (!isNamesOnly) {
          writeLive(xml, found, name);
        } else if (group != OF_FILES || found.resource().isFile()) {
          xml.writeElement("D", name, XMLWriter.NO_CONTENT);
        }
      }
    }
    if (isNamesOnly) {
      xml.writeElement("D", DISCOVERY, XMLWriter.NO_CONTENT);
    } else {
      found.locks().run();
    }
    found.store().propfind(found.path(), null, isNamesOnly, xml);
  }

  /** Reads the dead properties once, however many are asked for. */
  private static void writeWanted(
      XMLWriter xml, Found found, List<Element> wanted, List<Element> missing) {
    List<Element> dead = null;
    for (Element each : wanted) {
      if (!writeLive(xml, found, each)) {
        dead = dead == null ? found.store().all(found.path()) : dead;
        if (!FolderPropertyStore.write(dead, each, false, xml)) {
          missing.add(each);
        }
      }
    }
  }

  private static boolean writeLive(XMLWriter xml, Found found, Element property) {
    if (DavXml.isDav(property, DISCOVERY)) {
      found.locks().run();
      return true;
    }
    return DavXml.NAMESPACE.equals(property.getNamespaceURI())
        && writeLive(xml, found, property.getLocalName());
  }

  private static boolean writeLive(XMLWriter xml, Found found, String name) {
    WebResource resource = found.resource();
    switch (name) {
      case "creationdate" -> xml.writeProperty("D", name, iso(resource.getCreation()));
      case "getlastmodified" ->
          xml.writeProperty("D", name, FastHttpDateFormat.formatDate(resource.getLastModified()));
      case "resourcetype" -> {
        if (resource.isFile()) {
          xml.writeElement("D", name, XMLWriter.NO_CONTENT);
        } else {
          xml.writeElement("D", name, XMLWriter.OPENING);
          xml.writeElement("D", "collection", XMLWriter.NO_CONTENT);
          xml.writeElement("D", name, XMLWriter.CLOSING);
        }
      }
      case "supportedlock" -> {
        xml.writeElement("D", name, XMLWriter.OPENING);
        xml.writeRaw(
            "<D:lockentry><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockentry><D:lockentry><D:lockscope><D:shared/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockentry>");
        xml.writeElement("D", name, XMLWriter.CLOSING);
      }
      default -> {
        return resource.isFile() && writeOfFile(xml, found, name);
      }
    }
    return true;
  }

  private static boolean writeOfFile(XMLWriter xml, Found found, String name) {
    String value =
        switch (name) {
          case "getcontentlength" -> Long.toString(found.resource().getContentLength());
          case "getcontenttype" -> found.contentType();
          case "getetag" -> found.etag();
          default -> null;
        };
    if (value != null) {
      xml.writeElement("D", name, XMLWriter.OPENING);
      xml.writeText(value);
      xml.writeElement("D", name, XMLWriter.CLOSING);
    }
    return value != null;
  }

  private static String iso(long epochMs) {
    return Instant.ofEpochMilli(epochMs)
        .truncatedTo(ChronoUnit.SECONDS)
        .atOffset(ZoneOffset.UTC)
        .format(DateTimeFormatter.ISO_INSTANT);
  }
}
