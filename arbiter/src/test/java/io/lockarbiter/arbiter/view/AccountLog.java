package io.lockarbiter.arbiter.view;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import java.util.List;

/** The commands of one account, decided one by one on a store. */
final class AccountLog {
  private final ReferenceLockStore store;
  private final String account;
  private final int partition;
  private long offset = -1;
  private long seq;

  AccountLog(ReferenceLockStore store, String account) {
    this.store = store;
    this.account = account;
    this.partition = AccountHash.partition(account, 12);
  }

  int partition() {
    return partition;
  }

  /**
   * Decides a command.
   *
   * @param members the members of its JSON except {@code account}
   * @return the events that it caused
   */
  List<EncodedEvent> decide(long at, String members) {
    String json = "{\"account\":\"" + account + "\"," + members + "}";
    return decide(at, CommandCodec.decode(account.getBytes(UTF_8), json.getBytes(UTF_8)));
  }

  /** Decides any record. */
  List<EncodedEvent> decide(long at, DecodedCommand content) {
    LogRecord record = new LogRecord(offset + 1, at, 0, content);
    Decision decision = store.decide(partition, new FeedPosition(offset, seq), List.of(record));
    offset++;
    seq = decision.applied().header().seq();
    return decision.events();
  }

  /** Decides an acquire. */
  List<EncodedEvent> acquire(long at, String id, String subAccount, String members) {
    return decide(
        at,
        "\"type\":\"acquire\",\"commandId\":\"%s\",\"subAccount\":\"%s\",%s"
            .formatted(id, subAccount, members));
  }

  /** Decides a release. */
  List<EncodedEvent> release(long at, String lockId, String subAccount, boolean gone) {
    return decide(
        at,
        "\"type\":\"release\",\"commandId\":\"r-%s\",\"lockId\":\"%s\",\"subAccount\":\"%s\",\"gone\":%b"
            .formatted(lockId, lockId, subAccount, gone));
  }
}
