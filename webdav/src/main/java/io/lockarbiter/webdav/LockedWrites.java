package io.lockarbiter.webdav;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.WorkOutcome;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Runs requests that write, each under a short lock of its own. */
final class LockedWrites {
  private final ArbiterWebdavServlet servlet;
  private final LockDesk desk;
  private final StorageFence fence;
  private final Conditions conditions;

  LockedWrites(
      ArbiterWebdavServlet servlet, LockDesk desk, StorageFence fence, Conditions conditions) {
    this.servlet = servlet;
    this.desk = desk;
    this.fence = fence;
    this.conditions = conditions;
  }

  /** The work of a request. */
  @FunctionalInterface
  interface Work {
    void run() throws ServletException, IOException;
  }

  /** Runs a request, unless it is refused. */
  void run(
      HttpServletRequest request,
      HttpServletResponse response,
      WriteWish wish,
      LockRequest asked,
      Work work)
      throws ServletException, IOException, RefusedException {
    TokenCheck tokens = conditions.tokens(request);
    Lease granted = acquire(request, response, wish, asked, tokens);
    if (granted == null) {
      return;
    }
    try (Lease lease = granted;
        WriteScope scope = scope(request, lease)) {
      if (tokens.isOwned()) {
        tokens.check(servlet.view().now(asked.account()), asked, lease);
      }
      work.run();
      if (wish.removes() && response.getStatus() < 300 && !servlet.resource(wish.path()).exists()) {
        lease.endAs(WorkOutcome.GONE);
        tokens.releaseWithin(Objects.requireNonNull(asked.path()), desk);
      }
    }
  }

  /** Runs a part of a request under a short lock. */
  @SuppressWarnings("try")
  <T> T run(HttpServletRequest request, LockRequest asked, StorageWrite<T> work)
      throws IOException, RefusedException {
    try (Lease lease = desk.acquire(asked);
        WriteScope scope = scope(request, lease)) {
      return work.run();
    }
  }

  private WriteScope scope(HttpServletRequest request, Lease lease) {
    return new WriteScope(lease, fence, path -> LockPath.of(servlet.place(request, path).path()));
  }

  /** Null if it was answered, because one of its conditions is false whoever holds what. */
  private @Nullable Lease acquire(
      HttpServletRequest request,
      HttpServletResponse response,
      WriteWish wish,
      LockRequest asked,
      TokenCheck tokens)
      throws RefusedException, IOException {
    try {
      return desk.acquire(tokens.owned(asked, desk));
    } catch (RefusedException e) {
      if (request.getHeader("If") != null
          && !servlet.checkIfHeaders(request, response, servlet.resource(wish.path()))) {
        response.setStatus(HttpServletResponse.SC_PRECONDITION_FAILED);
        return null;
      }
      throw e;
    }
  }
}
