package io.lockarbiter.console.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Reads the body of a request before anything else uses it: all of it, few bytes, within seconds. A
 * thread waits for a body that has not arrived, so there are few places for such waits; a body that
 * arrived with its head needs none. Logged-in users have places of their own.
 *
 * <p>After these refusals the server closes the connection.
 */
public final class BodyFilter extends OncePerRequestFilter {
  /** Longest body, bytes. */
  static final int MOST_BYTES = 64 << 10;

  private static final long PATIENCE_NANOS = 5_000_000_000L;
  private static final int PIECE_BYTES = 8 << 10;

  private final LongSupplier nanoTime;
  private final BodyPlaces strangers = new BodyPlaces(16, 4);
  private final BodyPlaces known = new BodyPlaces(48, 8);

  /**
   * Creates a filter.
   *
   * @param nanoTime this machine's monotonic clock
   */
  public BodyFilter(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null) {
      // Refuses chunked bodies: the server itself reads the extensions and trailers between chunks,
      // for as long as they take.
      Problems.write(
          response, HttpStatus.LENGTH_REQUIRED, "a body needs Content-Length; chunks are not read");
      return;
    }
    long length = request.getContentLengthLong();
    if (length <= 0) {
      chain.doFilter(request, response);
      return;
    }
    if (length > MOST_BYTES) {
      tooLarge(response);
      return;
    }
    Body body = new Body(request.getInputStream(), length);
    try {
      body.readArrived();
      if (!body.isWhole() && !awaited(body, request, response)) {
        return;
      }
    } catch (IOException e) {
      Problems.write(response, HttpStatus.REQUEST_TIMEOUT, "the body did not arrive");
      return;
    }
    ReadRequest read = ReadRequest.of(request, body.bytes.toByteArray());
    if (read == null) {
      Problems.write(
          response,
          HttpStatus.BAD_REQUEST,
          "the body is no form of at most %d fields".formatted(ReadRequest.MOST_FIELDS));
      return;
    }
    chain.doFilter(read, response);
  }

  /** Waits for the rest of the body, in a place; says whether it arrived. */
  private boolean awaited(Body body, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String name = loggedIn(request);
    BodyPlaces places = name == null ? strangers : known;
    String who = name == null ? Origin.of(request) : name;
    if (!places.take(who)) {
      Problems.write(
          response,
          HttpStatus.SERVICE_UNAVAILABLE,
          "too many requests are sent slowly at this moment. Try again");
      return false;
    }
    try {
      long deadline = nanoTime.getAsLong() + PATIENCE_NANOS;
      while (!body.isWhole()) {
        body.read();
        if (!body.isWhole() && nanoTime.getAsLong() - deadline > 0) {
          throw new IOException("late");
        }
      }
      return true;
    } finally {
      places.release(who);
    }
  }

  private static void tooLarge(HttpServletResponse response) throws IOException {
    Problems.write(
        response,
        HttpStatus.CONTENT_TOO_LARGE,
        "the body has more than %d bytes".formatted(MOST_BYTES));
  }

  /** Returns the name of the logged-in user; null if there is none. */
  private static @Nullable String loggedIn(HttpServletRequest request) {
    HttpSession session = request.getSession(false);
    return session != null
            && session.getAttribute(
                    HttpSessionSecurityContextRepository.SPRING_SECURITY_CONTEXT_KEY)
                instanceof SecurityContext context
            && context.getAuthentication() != null
        ? context.getAuthentication().getName()
        : null;
  }

  /** The part of a body that was read. */
  private static final class Body {
    private final ServletInputStream in;
    private final long length;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final byte[] piece = new byte[PIECE_BYTES];

    Body(ServletInputStream in, long length) {
      this.in = in;
      this.length = length;
    }

    boolean isWhole() {
      return bytes.size() == length;
    }

    /** Reads without waiting. */
    void readArrived() throws IOException {
      while (!isWhole() && in.available() > 0) {
        read();
      }
    }

    /** Reads, and waits until bytes arrive. */
    void read() throws IOException {
      int got = in.read(piece);
      if (got < 0) {
        throw new EOFException("the connection ended");
      }
      bytes.write(piece, 0, got);
    }
  }
}
