package io.lockarbiter.gateway.http;

import io.lockarbiter.gateway.access.Caller;
import io.lockarbiter.gateway.live.EventFollower;
import io.lockarbiter.gateway.live.LiveLock;
import io.lockarbiter.gateway.live.LockBook;
import io.lockarbiter.gateway.stream.EventHub;
import java.util.List;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Lists locks in pages, as events tell them; it sends nothing. */
final class ListHandler {
  private static final int MOST_LOCKS = 500;
  private static final int LOCKS = 100;

  /** Longest JSON of a page, in characters, but for one lock. */
  private static final int MOST_CHARACTERS = 1 << 18;

  /** To pass over a member that the caller may not see costs some time, and gives nothing. */
  private static final int HIDDEN_BYTES = 64;

  private final Gate gate;
  private final PolicyGate policy;
  private final LockBook book;
  private final EventFollower follower;
  private final EventHub hub;
  private final JsonMapper json;
  private final LockJson locks;

  ListHandler(
      Gate gate,
      PolicyGate policy,
      LockBook book,
      EventFollower follower,
      EventHub hub,
      JsonMapper json) {
    this.gate = gate;
    this.policy = policy;
    this.book = book;
    this.follower = follower;
    this.hub = hub;
    this.json = json;
    this.locks = new LockJson(json);
  }

  /** The locks of a sub-account by id, or those of all whom the caller may see. */
  Mono<ServerResponse> list(ServerRequest request) {
    Caller caller = gate.caller(request);
    String account = request.pathVariable("account");
    boolean isOfAll = Wishes.isOfAll(request);
    gate.requireToRead(caller, account, isOfAll);
    return policy
        .requireToRead(caller, account, isOfAll)
        .publishOn(Schedulers.parallel())
        .then(Mono.defer(() -> page(request, caller, account, isOfAll)));
  }

  private Mono<ServerResponse> page(
      ServerRequest request, Caller caller, String account, boolean isOfAll) {
    LookHandler.requireCaughtUp(follower, account);
    String after = Wishes.query(request, "after");
    String limit = Wishes.query(request, "limit");
    long most = limit == null ? LOCKS : Wishes.number("the query's limit", limit);
    if (most < 1 || most > MOST_LOCKS) {
      throw Refused.bad("the query's limit is %d, expected 1 to %d".formatted(most, MOST_LOCKS));
    }
    int size = (int) most;
    // Before the page: whatever comes after this position may be in the page, and comes again.
    String position = hub.position(account);
    LockPages pages = new LockPages(book, account, caller.owner().session());
    List<LiveLock> page =
        isOfAll
            ? pages.ofAll(after, size + 1, member -> gate.maySee(caller, account, member))
            : pages.ofMember(caller.member(), after, size + 1);
    // If it began to read anew meanwhile, the page has only what was read again so far.
    LookHandler.requireCaughtUp(follower, account);
    ObjectNode body = json.createObjectNode();
    ArrayNode all = body.putArray("locks");
    long characters = 0;
    for (LiveLock lock : page) {
      if (all.size() == size || characters > MOST_CHARACTERS) {
        LiveLock last = page.get(all.size() - 1);
        body.put("next", isOfAll ? LockPages.next(last) : last.fields().lockId());
        break;
      }
      ObjectNode seen = locks.seen(lock);
      characters += seen.toString().length();
      all.add(seen);
    }
    body.put("whole", book.isWhole());
    body.put("position", position);
    gate.countAnswer(caller, (long) HIDDEN_BYTES * pages.hidden());
    return LookHandler.ok(gate, caller, json.writeValueAsBytes(body));
  }
}
