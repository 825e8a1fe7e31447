package io.lockarbiter.e2e.artifacts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.transform.ErrorListener;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.Test;

/** LICENSES.txt of a release, made from the list of what is in a jar. */
class LicencesTest {
  private static final Path STYLE = Path.of("../release/licences.xsl");

  private static final String OWN =
      """
      <component><group>io.lockarbiter</group><name>lock-arbiter-cli</name><version>1</version></component>
      """;
  private static final String ONE =
      """
      <component><group>org.b</group><name>one</name><version>2</version>
        <licenses><license><id>MIT</id><url>https://example.com</url></license></licenses></component>
      """;
  private static final String TWO =
      """
      <component><group>org.a</group><name>two</name><version>3</version>
        <licenses><license><name>EPL</name></license><license><id>Apache-2.0</id></license></licenses></component>
      """;
  private static final String EXPRESSION =
      """
      <component><group>org.c</group><name>c</name><version>4</version>
        <licenses><expression>MIT OR Apache-2.0</expression></licenses></component>
      """;
  private static final String WITHOUT_A_GROUP =
      """
      <component><name>d</name><version>6</version>
        <licenses><license><id>ISC</id></license></licenses></component>
      """;
  private static final String NONE =
      """
      <component><group>org.d</group><name>none</name><version>5</version><licenses/></component>
      """;

  private final List<String> messages = new ArrayList<>();

  @Test
  void libraries_standInOrderWithTheirLicences() throws Exception {
    assertThat(licences(OWN + ONE + TWO + EXPRESSION + WITHOUT_A_GROUP))
        .isEqualTo(
            """

            x.jar
              :d:6  ISC
              org.a:two:3  EPL; Apache-2.0
              org.b:one:2  MIT
              org.c:c:4  MIT OR Apache-2.0
            """);
  }

  @Test
  void libraryWithoutALicence_isNamed() {
    assertThatExceptionOfType(TransformerException.class).isThrownBy(() -> licences(ONE + NONE));

    assertThat(messages)
        .anySatisfy(
            text -> assertThat(text).contains("org.d:none:5 in x.jar names no licence. Fix: "));
  }

  private String licences(String components) throws TransformerException {
    Transformer transformer =
        TransformerFactory.newDefaultInstance().newTransformer(new StreamSource(STYLE.toFile()));
    transformer.setErrorListener(new Messages());
    transformer.setParameter("jar", "x.jar");
    StringWriter text = new StringWriter();
    transformer.transform(
        new StreamSource(
            new StringReader(
                "<bom xmlns='http://cyclonedx.org/schema/bom/1.6'><components>%s</components></bom>"
                    .formatted(components))),
        new StreamResult(text));
    return text.toString();
  }

  /** Keeps what the style sheet says; its end by force is an exception anyway. */
  private final class Messages implements ErrorListener {
    @Override
    public void warning(TransformerException exception) {
      messages.add(String.valueOf(exception.getMessage()));
    }

    @Override
    public void error(TransformerException exception) throws TransformerException {
      throw exception;
    }

    @Override
    public void fatalError(TransformerException exception) throws TransformerException {
      throw exception;
    }
  }
}
