package io.lockarbiter.tus;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockException;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.event.RejectReason;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import me.desair.tus.server.exception.TusException;
import me.desair.tus.server.exception.UploadAlreadyLockedException;
import me.desair.tus.server.upload.UploadId;
import me.desair.tus.server.upload.UploadIdFactory;
import me.desair.tus.server.upload.UploadLock;
import me.desair.tus.server.upload.UploadLockingService;
import me.desair.tus.server.upload.UuidUploadIdFactory;
import org.jspecify.annotations.Nullable;

/**
 * Locks uploads by an arbiter, for any number of servers over one storage. A lock is a {@code PUT}
 * on the upload's path, so a deletion or move of a folder above it waits. It is renewed while the
 * request runs, and ends by itself when its server dies. Two requests of one user exclude each
 * other too.
 *
 * <p>{@link ArbiterTusFileUploadService} lets the later one ask the earlier to let go, if it is of
 * the upload's owner: the line of a client that comes back has mostly broken, and the server that
 * reads from it does not know. A request that goes on with the upload, or removes it, ends the
 * earlier one within a second; others end it only if no byte comes for it for 2 s. With any other
 * service, requests wait and ask nobody.
 *
 * <p>A lock belongs to the thread that asks, and to the one request that the thread processes. Safe
 * for use by many threads. Does not close the client.
 */
public final class ArbiterUploadLockingService implements UploadLockingService {
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private record Holder(UploadId id, Thread thread) {}

  private final LockClient client;
  private final UploadPlaces places;
  private final Duration lease;
  private final Duration patience;
  private final Map<Holder, ArbiterUploadLock> held = new ConcurrentHashMap<>();
  private volatile UploadIdFactory idFactory = new UuidUploadIdFactory();

  /** A service with leases of 30 s, and a patience of 3 s. */
  public ArbiterUploadLockingService(LockClient client, UploadPlaces places) {
    this(client, places, LEASE, PATIENCE);
  }

  /**
   * A service that locks through this client.
   *
   * @param lease 1 s to 10 min: the longest time for which an upload stays locked after its server
   *     died
   * @param patience the time for which a request waits for the one before it, before it is answered
   *     423. The one before has up to 2 s to let go, so use clearly more; zero = neither wait nor
   *     ask. A server that dies while it waits may still be granted the lock, for 2 s
   */
  public ArbiterUploadLockingService(
      LockClient client, UploadPlaces places, Duration lease, Duration patience) {
    this.client = client;
    this.places = places;
    this.lease = lease;
    this.patience = patience;
  }

  /** {@inheritDoc} Waits for the request before, and does not ask it to let go. */
  @Override
  public @Nullable UploadLock lockUploadByUri(String requestUri) throws TusException, IOException {
    return lockUploadByUri(requestUri, UploadAsking.NOBODY);
  }

  @Nullable UploadLock lockUploadByUri(String requestUri, UploadAsking asking)
      throws TusException, IOException {
    UploadId id = idFactory.readUploadId(requestUri);
    return id == null ? null : lock(id, requestUri, patience, asking);
  }

  /**
   * Locks an upload.
   *
   * @throws UploadAlreadyLockedException if another request has it, even one of this thread, or a
   *     freeze outlasts the patience
   * @throws IOException if the arbiter does not answer, or refuses for another reason
   */
  ArbiterUploadLock lock(UploadId id, String uploadUri, Duration wait, UploadAsking asking)
      throws UploadAlreadyLockedException, IOException {
    Holder holder = new Holder(id, Thread.currentThread());
    if (held.containsKey(holder)) {
      throw locked(id);
    }
    Lease granted = acquire(id, wait, asking).orElseThrow(() -> locked(id));
    ArbiterUploadLock lock =
        new ArbiterUploadLock(uploadUri, id, granted, () -> held.remove(holder));
    held.put(holder, lock);
    return lock;
  }

  private static UploadAlreadyLockedException locked(UploadId id) {
    return new UploadAlreadyLockedException("The upload " + id + " is already locked");
  }

  private Optional<Lease> acquire(UploadId id, Duration wait, UploadAsking asking)
      throws UploadAlreadyLockedException, IOException {
    UploadPlace place = places.of(id);
    LockRequest request =
        LockRequest.upload(place.account(), place.subAccount(), place.path()).leaseOf(lease);
    if (asking != UploadAsking.NOBODY) {
      request = request.askingOwnHolders(asking.grace(), "another request came for the upload");
    }
    try {
      return client.tryAcquire(request, wait);
    } catch (LockRefusedException e) {
      if (e.reason() == RejectReason.QUEUE_FULL) {
        return Optional.empty();
      } else if (e.reason() == RejectReason.FROZEN) {
        throw new UploadAlreadyLockedException(
            "The upload " + id + " stands still: " + e.getMessage());
      }
      throw new IOException("upload=" + id + " cannot be locked: " + e.getMessage(), e);
    } catch (LockException | IllegalStateException e) {
      throw new IOException("upload=" + id + " cannot be locked: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("upload=" + id).initCause(e);
    }
  }

  /**
   * The lock under which this thread may write to an upload.
   *
   * @throws LateUploadException if the thread has none
   */
  ArbiterUploadLock heldByThisThread(UploadId id) throws LateUploadException {
    ArbiterUploadLock lock = held.get(new Holder(id, Thread.currentThread()));
    if (lock == null) {
      throw new LateUploadException(
          "upload=%s: this thread has not locked it, or has released it; nothing was written. Lock it first, in the same thread."
              .formatted(id));
    }
    return lock;
  }

  /** Says whether this thread has locked an upload. */
  boolean isHeldByThisThread(UploadId id) {
    return held.containsKey(new Holder(id, Thread.currentThread()));
  }

  /** Does nothing: a lock that is not renewed ends by itself. */
  @Override
  public void cleanupStaleLocks() {}

  /**
   * Says whether any server, including this one, has locked the upload; also true if the arbiter
   * cannot be asked. The answer may be outdated at once, so lock the upload before you act on it.
   */
  @Override
  @SuppressWarnings("try")
  public boolean isLocked(UploadId id) {
    try (ArbiterUploadLock mine = lock(id, id.toString(), Duration.ZERO, UploadAsking.NOBODY)) {
      return false;
    } catch (UploadAlreadyLockedException | IOException e) {
      return true;
    }
  }

  @Override
  public void setIdFactory(UploadIdFactory idFactory) {
    this.idFactory = idFactory;
  }
}
