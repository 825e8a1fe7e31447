package io.lockarbiter.console.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Reads the body of a request before anything else looks at it: all of it, few bytes, within
 * seconds. While one has not arrived its thread waits, and for that there are few places; a body
 * that came with its head needs none. Those who are logged in have places of their own.
 *
 * <p>The refusals are those after which the server closes the connection.
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
   * A filter.
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
    long length = request.getContentLengthLong();
    if (length <= 0 && request.getHeader(HttpHeaders.TRANSFER_ENCODING) == null) {
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
      Problems.write(response, HttpStatus.BAD_REQUEST, "the body is no form");
      return;
    }
    chain.doFilter(read, response);
  }

  /** Waits for the rest, in a place; says whether it came. */
  private boolean awaited(Body body, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String session = loggedIn(request);
    BodyPlaces places = session == null ? strangers : known;
    String who = session == null ? request.getRemoteAddr() : session;
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
        if (body.bytes.size() > MOST_BYTES) {
          tooLarge(response);
          return false;
        }
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

  private static @Nullable String loggedIn(HttpServletRequest request) {
    HttpSession session = request.getSession(false);
    return session != null
            && session.getAttribute(
                    HttpSessionSecurityContextRepository.SPRING_SECURITY_CONTEXT_KEY)
                != null
        ? session.getId()
        : null;
  }

  /** What of a body was read. */
  private static final class Body {
    private final ServletInputStream in;
    private final long length;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final byte[] piece = new byte[PIECE_BYTES];
    private boolean isAtEnd;

    /**
     * One of which nothing was read.
     *
     * @param length -1 = as long as it is, in chunks
     */
    Body(ServletInputStream in, long length) {
      this.in = in;
      this.length = length;
    }

    boolean isWhole() {
      return isAtEnd || bytes.size() == length;
    }

    /** Without waiting. Of chunks the head of one may have come, and it not. */
    void readArrived() throws IOException {
      while (length >= 0 && !isWhole() && in.available() > 0) {
        read();
      }
    }

    /** Waits for something. */
    void read() throws IOException {
      int got = in.read(piece);
      if (got < 0) {
        isAtEnd = true;
      } else {
        bytes.write(piece, 0, got);
      }
    }
  }
}
