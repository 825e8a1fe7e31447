package io.lockarbiter.console.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.net.URLDecoder;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.util.StringUtils;

/** A request whose body was read; the fields of a form are its parameters. */
final class ReadRequest extends HttpServletRequestWrapper {
  /** Most fields of a form. */
  static final int MOST_FIELDS = 100;

  private final byte[] body;
  private final Map<String, String[]> parameters;

  private ReadRequest(HttpServletRequest request, byte[] body, Map<String, String[]> parameters) {
    super(request);
    this.body = body;
    this.parameters = parameters;
  }

  /**
   * Creates the request; null if its content type is a form, but the body is no form of at most
   * {@link #MOST_FIELDS}.
   */
  static @Nullable ReadRequest of(HttpServletRequest request, byte[] body) {
    Map<String, String[]> parameters = new LinkedHashMap<>(request.getParameterMap());
    String type = request.getContentType();
    if (type != null
        && type.toLowerCase(java.util.Locale.ROOT)
            .startsWith(MediaType.APPLICATION_FORM_URLENCODED_VALUE)) {
      try {
        add(new String(body, UTF_8), parameters);
      } catch (IllegalArgumentException e) {
        return null;
      }
    }
    return new ReadRequest(request, body, Collections.unmodifiableMap(parameters));
  }

  private static void add(String form, Map<String, String[]> parameters) {
    String[] fields = form.split("&", MOST_FIELDS + 1);
    if (fields.length > MOST_FIELDS) {
      throw new IllegalArgumentException("too many fields");
    }
    for (String field : fields) {
      int end = field.indexOf('=');
      String name = end < 0 ? field : field.substring(0, end);
      String value = end < 0 ? "" : field.substring(end + 1);
      if (!field.isEmpty()) {
        parameters.merge(
            URLDecoder.decode(name, UTF_8),
            new String[] {URLDecoder.decode(value, UTF_8)},
            StringUtils::concatenateStringArrays);
      }
    }
  }

  @Override
  public @Nullable String getParameter(String name) {
    String[] values = parameters.get(name);
    return values == null ? null : values[0];
  }

  @Override
  public Map<String, String[]> getParameterMap() {
    return parameters;
  }

  @Override
  public Enumeration<String> getParameterNames() {
    return Collections.enumeration(parameters.keySet());
  }

  @Override
  public String @Nullable [] getParameterValues(String name) {
    return parameters.get(name);
  }

  @Override
  public BufferedReader getReader() {
    return new BufferedReader(new InputStreamReader(new ByteArrayInputStream(body), UTF_8));
  }

  @Override
  public ServletInputStream getInputStream() {
    ByteArrayInputStream bytes = new ByteArrayInputStream(body);
    return new ServletInputStream() {
      @Override
      public int read() {
        return bytes.read();
      }

      @Override
      public int read(byte[] into, int from, int most) {
        return bytes.read(into, from, most);
      }

      @Override
      public boolean isFinished() {
        return bytes.available() == 0;
      }

      @Override
      public boolean isReady() {
        return true;
      }

      @Override
      public void setReadListener(ReadListener listener) {
        throw new IllegalStateException("the body was read");
      }
    };
  }
}
