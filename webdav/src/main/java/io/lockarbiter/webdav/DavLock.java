package io.lockarbiter.webdav;

import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A check-out as WebDAV shows it. Everything about it stands in the lock itself, so any server
 * knows it from the events.
 *
 * @param owner the owner in the arbiter's sense; all shared locks of an account have one owner
 * @param path the path at its root
 * @param uuid the part of its token that tells it apart; null if it was not made by WebDAV, or was
 *     handed over to another member, so no request can name it
 * @param isDeep whether it is meant for the members of a collection too
 * @param member the user who has made it
 * @param ownerXml the XML that its client gave for people to read
 * @param lfsPath the path of the file in its repository; null if Git LFS has not made it
 * @param wopiId the lock id that an office suite gave it; null if none has made it, or it was
 *     handed over to another member
 * @param keepMs the time for which it was asked, and by which a renewal lengthens it
 * @param token the lock's fencing token, which no action has: it tells which lock came first
 * @param grantedAt log time, epoch ms
 * @param expiresAt log time, epoch ms
 */
record DavLock(
    String account,
    String lockId,
    Owner owner,
    LockPath path,
    @Nullable String uuid,
    boolean isShared,
    boolean isDeep,
    String member,
    String ownerXml,
    @Nullable String note,
    @Nullable String lfsPath,
    @Nullable String wopiId,
    long keepMs,
    long token,
    long grantedAt,
    long expiresAt) {
  /** The session of every shared lock: locks of one owner do not exclude each other. */
  static final String SHARED_SESSION = "dav-shared";

  /** The sub-account of every shared lock; its member stands in {@link #MEMBER}. */
  static final String SHARED_SUB_ACCOUNT = "webdav-shared";

  /** The attribute that makes a check-out one of WebDAV: scope and depth. */
  static final String KIND = "webdav";

  /** The attribute with the token's UUID, which stays when the lock is replaced by another one. */
  static final String TOKEN = "webdavToken";

  /** The attribute with the owner that the client told. */
  static final String OWNER_XML = "webdavOwner";

  /** The attribute with the user who has made a shared lock. */
  static final String MEMBER = "webdavMember";

  /** The attribute with the path of the file in its repository, of a lock of Git LFS. */
  static final String LFS = "gitLfs";

  /** The attribute with the lock id of an office suite, of a lock of WOPI. */
  static final String WOPI = "wopi";

  /** The attribute of a write under such a lock with the user who saves. */
  static final String WOPI_MEMBER = "wopiMember";

  private static final String SCHEME = "urn:uuid:";
  private static final Pattern UUID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

  /** The locks that a check-out is, one for each of its targets; empty if it is none. */
  static List<DavLock> of(String account, LockFields lock, Holding holding) {
    List<DavLock> all = new ArrayList<>();
    if (lock.isCheckOut()) {
      for (Target target : lock.targets()) {
        all.add(at(target.path(), account, lock, holding));
      }
    }
    return all;
  }

  /** The times of a lock that is held, as an event tells them. */
  record Holding(long token, long grantedAt, long expiresAt) {}

  private static DavLock at(LockPath path, String account, LockFields lock, Holding holding) {
    String uuid = lock.attributes().get(TOKEN);
    String told = lock.attributes().get(KIND);
    // A lock that was handed over has the attributes of the old one, and no session.
    boolean isInSession = lock.owner().session() != null;
    boolean isDav = isInSession && told != null && uuid != null && UUID.matcher(uuid).matches();
    String kind = isDav && told != null ? told : "";
    boolean isShared = kind.startsWith("shared");
    String member = isShared ? lock.attributes().get(MEMBER) : null;
    return new DavLock(
        account,
        lock.lockId(),
        lock.owner(),
        path,
        isDav ? uuid : null,
        isShared,
        !isDav || kind.endsWith("infinity"),
        Objects.requireNonNullElse(member, lock.owner().subAccount()),
        isDav ? Objects.requireNonNullElse(lock.attributes().get(OWNER_XML), "") : "",
        lock.note(),
        lock.attributes().get(LFS),
        isInSession ? lock.attributes().get(WOPI) : null,
        lock.leaseMs(),
        holding.token(),
        holding.grantedAt(),
        holding.expiresAt());
  }

  /** Rough heap bytes. */
  long bytes() {
    long text =
        2L * (account.length() + lockId.length() + member.length() + ownerXml.length())
            + (note == null ? 0 : 2L * note.length())
            + (wopiId == null ? 0 : 2L * wopiId.length());
    return 1_000 + text + 6L * path.toString().length();
  }

  /** The value of {@link #KIND}. */
  static String kind(boolean isShared, boolean isDeep) {
    return (isShared ? "shared " : "exclusive ") + (isDeep ? "infinity" : "0");
  }

  /** The owner of a lock with this token. */
  static Owner ownerOf(String member, String uuid, boolean isShared) {
    return isShared
        ? new Owner(SHARED_SUB_ACCOUNT, SHARED_SESSION)
        : new Owner(member, "dav:" + uuid);
  }

  /** The lock's token as requests and answers have it; null if it has none. */
  @Nullable String tokenUri() {
    return uuid == null ? null : SCHEME + uuid;
  }

  /** The UUID in a token; null if it is none of ours. */
  static @Nullable String uuidIn(String tokenUri) {
    String text = tokenUri.toLowerCase(Locale.ROOT);
    if (!text.startsWith(SCHEME)) {
      return null;
    }
    String uuid = text.substring(SCHEME.length());
    return UUID.matcher(uuid).matches() ? uuid : null;
  }

  /** A request with all that its WebDAV side is made of. */
  LockRequest attributed(LockRequest request) {
    LockRequest with =
        request.attribute(KIND, kind(isShared, isDeep)).attribute(TOKEN, String.valueOf(uuid));
    if (isShared) {
      with = with.attribute(MEMBER, member);
    }
    return ownerXml.isEmpty() ? with : with.attribute(OWNER_XML, ownerXml);
  }
}
