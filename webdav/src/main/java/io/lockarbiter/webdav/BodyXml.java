package io.lockarbiter.webdav;

import java.io.IOException;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.DOMImplementation;
import org.w3c.dom.Document;
import org.xml.sax.EntityResolver;
import org.xml.sax.ErrorHandler;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Reads XML 1.0 without a document type: bodies of requests, and what is stored of them. Owners and
 * properties are told again to others, in documents that declare no entity, so one would make those
 * unreadable; and a short body could be large in memory. XML 1.1 has characters that XML 1.0 cannot
 * have.
 */
final class BodyXml extends DocumentBuilder {
  private static final String MOST_LEVELS =
      "http://www.oracle.com/xml/jaxp/properties/maxElementDepth";

  private final DocumentBuilder reader;

  private BodyXml(DocumentBuilder reader) {
    this.reader = reader;
  }

  /** A reader for one thread. */
  static BodyXml reader() {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setNamespaceAware(true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      // Whoever writes or copies a tree calls itself for each level.
      factory.setAttribute(MOST_LEVELS, "200");
      DocumentBuilder reader = factory.newDocumentBuilder();
      // The usual one prints what any client sends.
      reader.setErrorHandler(new DefaultHandler());
      return new BodyXml(reader);
    } catch (ParserConfigurationException | IllegalArgumentException e) {
      throw new IllegalStateException("this JDK has no parser of XML", e);
    }
  }

  @Override
  public Document parse(InputSource source) throws SAXException, IOException {
    Document document = reader.parse(source);
    if (!"1.0".equals(document.getXmlVersion())) {
      throw new SAXException("the document is no XML 1.0");
    }
    return document;
  }

  @Override
  public boolean isNamespaceAware() {
    return reader.isNamespaceAware();
  }

  @Override
  public boolean isValidating() {
    return reader.isValidating();
  }

  @Override
  public void setEntityResolver(@Nullable EntityResolver resolver) {
    reader.setEntityResolver(resolver);
  }

  @Override
  public void setErrorHandler(@Nullable ErrorHandler handler) {
    reader.setErrorHandler(handler);
  }

  @Override
  public Document newDocument() {
    return reader.newDocument();
  }

  @Override
  public DOMImplementation getDOMImplementation() {
    return reader.getDOMImplementation();
  }
}
