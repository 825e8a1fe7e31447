package io.lockarbiter.contracts.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.Cut;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.KeptAlive;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.ReleasedAll;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.Told;
import io.lockarbiter.contracts.event.UnknownEvent;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares each event with the bytes that stand in the log, written out. */
class EventCodecTest {
  private static final LockPath PATH = LockPath.of("/é/\"x\"");
  private static final Owner OWNER = new Owner("u9", null);
  private static final LockFields LOCK =
      new LockFields(
          "l1",
          OWNER,
          Operation.UPLOAD,
          PATH,
          null,
          List.of(new Target(PATH, Mode.PUT)),
          30_000,
          0,
          List.of(),
          new TreeMap<>());
  private static final EventHead HEAD =
      new EventHead(12, 1_700_000_000_000L, "acme", "c1", new Cause(3, 991));
  private static final Blocker HELD =
      new Blocker(
          "b1",
          new Owner("u1", "web"),
          Operation.DELETE,
          LockPath.of("/é"),
          false,
          Mode.DELETE,
          1_700_000_000_500L,
          Relation.ANCESTOR,
          false,
          "back on\n\"Monday\"");
  private static final Blocker WAITING =
      new Blocker(
          "b2",
          new Owner("u2", null),
          Operation.CUSTOM,
          PATH,
          false,
          Mode.EXCLUSIVE,
          null,
          Relation.SAME,
          true,
          /* note= */ null);

  private static final String HEAD_JSON =
      "'seq':12,'at':1700000000000,'account':'acme','commandId':'c1',"
          + "'cause':{'partition':3,'offset':991}";
  private static final String LOCK_JSON =
      "'lockId':'l1','subAccount':'u9','operation':'UPLOAD','path':'/é/\\'x\\'',"
          + "'targets':[{'path':'/é/\\'x\\'','mode':'PUT'}],'leaseMs':30000";
  private static final String BLOCKERS_JSON =
      "'blockedBy':[{'lockId':'b1','subAccount':'u1','session':'web','operation':'DELETE',"
          + "'path':'/é','mode':'DELETE','expiresAt':1700000000500,'relation':'ANCESTOR',"
          + "'waiting':false,'note':'back on\\n\\'Monday\\''},{'lockId':'b2','subAccount':'u2','operation':'CUSTOM',"
          + "'path':'/é/\\'x\\'','mode':'EXCLUSIVE','relation':'SAME','waiting':true}]";

  private static String json(String text) {
    return text.replace('\'', '"');
  }

  private static void assertBytes(Event event, String type, String subject, String details) {
    String json = json("{'v':1,'type':'" + type + "'," + HEAD_JSON + "," + subject + details + "}");
    assertThat(new String(EventCodec.encode(event), UTF_8)).isEqualTo(json);
    assertThat(EventCodec.decode(json.getBytes(UTF_8))).isEqualTo(event);
    assertThat(EventCodec.details(event))
        .isEqualTo(json(details.replaceFirst("^,", "").replace(",'repeated':true", "")));
  }

  @Test
  void granted_isWrittenFieldForField() {
    assertBytes(
        new Granted(HEAD, LOCK, 12, 1_700_000_030_000L, 0, false),
        "granted",
        LOCK_JSON,
        ",'token':12,'expiresAt':1700000030000,'waitedMs':0");
    assertBytes(
        new Granted(HEAD, LOCK, 3, 1_700_000_030_000L, 77, true),
        "granted",
        LOCK_JSON,
        ",'token':3,'expiresAt':1700000030000,'waitedMs':77,'repeated':true");
  }

  @Test
  void cut_isToldBesideTheEndOfTheLease() {
    assertBytes(
        new Granted(
            HEAD, LOCK, 12, 1_700_000_010_000L, 0, new Cut(10_000L, 3_600_000L), null, false),
        "granted",
        LOCK_JSON,
        ",'token':12,'expiresAt':1700000010000,'cutLeaseMs':10000,'cutMaxHoldMs':3600000,'waitedMs':0");
    assertBytes(
        new Renewed(HEAD, LOCK, 3, 5, 4, 40, new Cut(null, 3_600_000L), null, null),
        "renewed",
        LOCK_JSON,
        ",'token':3,'expiresAt':5,'cutMaxHoldMs':3600000,'grantedAt':4,'waitedMs':40");
  }

  @Test
  void attachedEnd_isToldBehindWhatIsCut() {
    assertBytes(
        new Granted(HEAD, LOCK, 3, 9, 0, new Cut(null, 8L), 12L, true),
        "granted",
        LOCK_JSON,
        ",'token':3,'expiresAt':9,'cutMaxHoldMs':8,'endsAt':12,'waitedMs':0,'repeated':true");
    assertBytes(
        new Renewed(HEAD, LOCK, 3, 9, 4, 0, Cut.NONE, 12L, null),
        "renewed",
        LOCK_JSON,
        ",'token':3,'expiresAt':9,'endsAt':12,'grantedAt':4,'waitedMs':0");
    assertBytes(
        new Told(HEAD, LOCK, 3, 9, 4, 0, null, 12L),
        "told",
        LOCK_JSON,
        ",'token':3,'expiresAt':9,'endsAt':12,'grantedAt':4,'waitedMs':0");
  }

  @Test
  void queued_isWrittenFieldForField() {
    assertBytes(
        new Queued(
            HEAD,
            LOCK,
            2,
            1_700_000_010_000L,
            1_700_000_000_000L,
            List.of(HELD, WAITING),
            true,
            false),
        "queued",
        LOCK_JSON,
        ",'position':2,'deadline':1700000010000,'requestedAt':1700000000000,"
            + BLOCKERS_JSON
            + ",'moreBlockers':true");
    assertBytes(
        new Queued(HEAD, LOCK, 1, 5, 4, List.of(), false, true),
        "queued",
        LOCK_JSON,
        ",'position':1,'deadline':5,'requestedAt':4,'repeated':true");
  }

  @Test
  void renewed_isWrittenFieldForField() {
    assertBytes(
        new Renewed(HEAD, LOCK, 3, 1_700_000_030_000L, 1_699_999_990_000L, 40, null),
        "renewed",
        LOCK_JSON,
        ",'token':3,'expiresAt':1700000030000,'grantedAt':1699999990000,'waitedMs':40");
  }

  @Test
  void renewedThatDeclines_tellsWhy() {
    assertBytes(
        new Renewed(HEAD, LOCK, 3, 1_700_000_030_000L, 1_699_999_990_000L, 40, "80 % \"done\""),
        "renewed",
        LOCK_JSON,
        ",'token':3,'expiresAt':1700000030000,'grantedAt':1699999990000,'waitedMs':40,'declined':'80 % \\'done\\''");
  }

  @Test
  void yieldRequested_isWrittenFieldForField() {
    assertBytes(
        new YieldRequested(HEAD, LOCK, 3, 9, 4, 0, "ops-1", "tab-2", "a deletion", 5L, 9L),
        "yieldRequested",
        LOCK_JSON,
        ",'token':3,'expiresAt':9,'grantedAt':4,'waitedMs':0,'by':'ops-1','bySession':'tab-2','comment':'a deletion','graceMs':5,'endsAt':9");
    assertBytes(
        new YieldRequested(HEAD, LOCK, 3, 9, 4, 0, "u2", null, null, null, null),
        "yieldRequested",
        LOCK_JSON,
        ",'token':3,'expiresAt':9,'grantedAt':4,'waitedMs':0,'by':'u2'");
  }

  @Test
  void told_isWrittenFieldForField() {
    assertBytes(
        new Told(HEAD, LOCK, 3, 1_702_000_000_000L, 1_699_999_990_000L, 40),
        "told",
        LOCK_JSON,
        ",'token':3,'expiresAt':1702000000000,'grantedAt':1699999990000,'waitedMs':40");
    assertBytes(
        new Told(HEAD, LOCK, 3, 9, 4, 0, 5_000L, null),
        "told",
        LOCK_JSON,
        ",'token':3,'expiresAt':9,'cutMaxHoldMs':5000,'grantedAt':4,'waitedMs':0");
  }

  @Test
  void keptAlive_isWrittenFieldForField() {
    Owner owner = new Owner("u9", "web-1");
    assertBytes(
        new KeptAlive(HEAD, owner, 30_000, 1_699_999_990_000L, 1_700_000_030_000L, null),
        "keptAlive",
        "",
        "'subAccount':'u9','session':'web-1','leaseMs':30000,'beganAt':1699999990000,'expiresAt':1700000030000");
    assertBytes(
        new KeptAlive(HEAD, owner, 30_000, 1, 10_000, 9_999L),
        "keptAlive",
        "",
        "'subAccount':'u9','session':'web-1','leaseMs':30000,'beganAt':1,'expiresAt':10000,'cutLeaseMs':9999");
  }

  @Test
  void releasedAll_isWrittenFieldForField() {
    assertBytes(
        new ReleasedAll(HEAD, new Owner("u9", "web-1"), 3, 0, false),
        "releasedAll",
        "",
        "'subAccount':'u9','session':'web-1','released':3,'cancelled':0");
    assertBytes(
        new ReleasedAll(HEAD, new Owner("u9", null), 990, 10, true),
        "releasedAll",
        "",
        "'subAccount':'u9','released':990,'cancelled':10,'more':true");
  }

  @Test
  void released_isWrittenFieldForField() {
    assertBytes(
        new Released(
            HEAD,
            LOCK,
            ReleaseReason.FORCED,
            3L,
            6L,
            "ops-1",
            "device\nlost",
            WorkOutcome.DONE,
            false),
        "released",
        LOCK_JSON,
        ",'reason':'FORCED','token':3,'heldMs':6,'by':'ops-1','comment':'device\\nlost'");
    assertBytes(
        new Released(
            HEAD,
            new LockRef("l1", OWNER),
            ReleaseReason.CANCELLED,
            null,
            null,
            null,
            null,
            WorkOutcome.DONE,
            true),
        "released",
        "'lockId':'l1','subAccount':'u9'",
        ",'reason':'CANCELLED','repeated':true");
    assertBytes(
        new Released(
            HEAD,
            LOCK,
            ReleaseReason.RELEASED,
            3L,
            6L,
            null,
            null,
            new WorkOutcome(true, true, "disk\nfull"),
            false),
        "released",
        LOCK_JSON,
        ",'reason':'RELEASED','token':3,'heldMs':6,'gone':true,'failed':true,'result':'disk\\nfull'");
    assertBytes(
        Released.replaced(HEAD, LOCK, 3, 6, new LockRef("k2", new Owner("bob", "web-1"))),
        "released",
        LOCK_JSON,
        ",'reason':'REPLACED','token':3,'heldMs':6,"
            + "'replacedBy':{'lockId':'k2','subAccount':'bob','session':'web-1'}");
  }

  @Test
  void rejected_isWrittenFieldForField() {
    assertBytes(
        new Rejected(
            HEAD,
            LOCK,
            RejectReason.CONFLICT,
            "Held.",
            null,
            null,
            List.of(HELD, WAITING),
            true,
            null,
            null,
            List.of(),
            false,
            null,
            true),
        "rejected",
        LOCK_JSON,
        ",'reason':'CONFLICT','message':'Held.',"
            + BLOCKERS_JSON
            + ",'moreBlockers':true,'repeated':true");
    assertBytes(
        new Rejected(
            HEAD,
            new LockRef("l1", new Owner("u9", "s")),
            RejectReason.DEADLOCK,
            "m",
            "holding",
            null,
            List.of(),
            false,
            399L,
            7,
            List.of("l1", "l2"),
            false,
            null,
            false),
        "rejected",
        "'lockId':'l1','subAccount':'u9','session':'s'",
        ",'reason':'DEADLOCK','message':'m','field':'holding','retryAfterMs':399,"
            + "'expectedPartition':7,'cycle':['l1','l2']");
    assertBytes(
        new Rejected(
            HEAD,
            LOCK,
            RejectReason.PATH_GONE,
            "m",
            null,
            null,
            List.of(),
            false,
            null,
            null,
            List.of(),
            false,
            LockPath.of("/new/\"a\""),
            false),
        "rejected",
        LOCK_JSON,
        ",'reason':'PATH_GONE','message':'m','movedTo':'/new/\\'a\\''");
  }

  /** By memory: as of an event before. */
  @Test
  void placeThatIsRemembered_hasTheEventAsOfWhichItIsRight() {
    Rejected event =
        new Rejected(
                HEAD,
                LOCK,
                RejectReason.PATH_GONE,
                "m",
                null,
                null,
                List.of(),
                false,
                null,
                null,
                List.of(),
                false,
                LockPath.of("/new"),
                false)
            .asOf(41L);

    assertBytes(
        event,
        "rejected",
        LOCK_JSON,
        ",'reason':'PATH_GONE','message':'m','movedTo':'/new','movedSeq':41");
    assertThat(event.asOf(null).movedSeq()).isNull();
  }

  @Test
  void answerToACommandNeverUnderstood_hasNoSubject() {
    Rejected event =
        new Rejected(
            HEAD,
            null,
            RejectReason.INVALID,
            "leaseMs is 10",
            "leaseMs",
            null,
            List.of(),
            false,
            null,
            null,
            List.of(),
            false,
            null,
            false);
    String json =
        json(
            "{'v':1,'type':'rejected',"
                + HEAD_JSON
                + ",'reason':'INVALID','message':'leaseMs is 10','field':'leaseMs'}");
    assertThat(new String(EventCodec.encode(event), UTF_8)).isEqualTo(json);
    assertThat(EventCodec.decode(json.getBytes(UTF_8))).isEqualTo(event);
  }

  @Test
  void unknownFieldsAndOtherOrder_areRead() {
    Granted event = new Granted(HEAD, LOCK, 12, 1, 0, false);
    String json =
        json(
            "{'waitedMs':0,'news':{'a':[1]},'expiresAt':1,'token':12,'repeated':false,'session':null,"
                + LOCK_JSON
                + ","
                + HEAD_JSON
                + ",'type':'granted','v':1}");
    assertThat(EventCodec.decode(json.getBytes(UTF_8))).isEqualTo(event);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          'v':1                | 'v':2             | v is 2, expected 1
          'v':1                | 'w':1             | v is missing
          'type':'granted'     | 'type':7          | type is a number, expected a string
          'seq':12             | 'seq':0           | seq is 0, allowed are 1 to 9223372036854775807
          'seq':12             | 'seq':12.5        | seq is a number with fraction or exponent, expected an integer
          'account':'acme'     | 'account':null    | account is missing
          'offset':991         | 'offset':'991'    | cause.offset is a string, expected an integer
          'operation':'UPLOAD' | 'operation':true  | operation is true, expected a string
          'mode':'PUT'         | 'w':'PUT'         | targets[0].mode is missing
          'targets':           | 'targets':[],'x': | targets is empty, a lock has at least one
          'leaseMs':30000      | 'leaseMs':true    | leaseMs is true, expected an integer
          'token':12           | 'x':12            | token is missing
          'lockId':'l1'        | 'lockId':'\\ud800' | lockId has a lone surrogate
          'waitedMs':0         | 'waitedMs':0,'holding':['a',1] | holding[1] is a number, expected a string
          'waitedMs':0         | 'waitedMs':0,'path':'/x' | a key is given twice
          'waitedMs':0}        | 'waitedMs':0      | the value is not valid JSON at character 292
          """)
  void whatIsNoEvent_isRefused(String valid, String invalid, String problem) {
    String json =
        json(
            "{'v':1,'type':'granted',"
                + HEAD_JSON
                + ","
                + LOCK_JSON
                + ",'token':12,'expiresAt':1,'waitedMs':0}");
    assertThat(EventCodec.decode(json.getBytes(UTF_8))).isInstanceOf(Granted.class);
    byte[] broken = json.replace(json(valid), json(invalid)).getBytes(UTF_8);
    assertThatThrownBy(() -> EventCodec.decode(broken))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no event of version 1: " + problem);
  }

  /** The words are ones that a newer arbiter may write. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          'operation':'UPLOAD' | 'operation':'ARCHIVE' | operation=ARCHIVE
          'mode':'PUT'         | 'mode':'SHARE'        | targets.mode=SHARE
          'mode':'PUT'         | 'mode':'UNKNOWN'      | targets.mode=UNKNOWN
          'mode':'PUT'         | 'mode':'é b'          | targets.mode=a word of 3 characters
          'mode':'PUT'         | 'mode':''             | targets.mode=a word of 0 characters
          """)
  void wordsOfNewerArbiters_areReadAndWrittenAsTheyStand(
      String known, String newer, String newerWord) {
    String json = granted(LOCK_JSON).replace(json(known), json(newer));
    Granted granted = (Granted) EventCodec.decode(json.getBytes(UTF_8));

    assertThat(granted.newerWord()).isEqualTo(newerWord);
    assertThat(new String(EventCodec.encode(granted), UTF_8)).isEqualTo(json);
  }

  private static String granted(String lock) {
    return json(
        "{'v':1,'type':'granted',%s,%s,'token':12,'expiresAt':1,'waitedMs':0}"
            .formatted(HEAD_JSON, lock));
  }

  @Test
  void operationsAndModesOfNewerArbiters_areUnknown() {
    String lock = LOCK_JSON.replace("UPLOAD", "ARCHIVE").replace("PUT", "SHARE");
    Granted granted = (Granted) EventCodec.decode(granted(lock).getBytes(UTF_8));

    assertThat(granted.subject().operation()).isEqualTo(Operation.UNKNOWN);
    assertThat(granted.subject().operationWord()).isEqualTo("ARCHIVE");
    assertThat(granted.subject().targets())
        .containsExactly(new Target(PATH, Mode.UNKNOWN, "SHARE"));
  }

  @Test
  void blockersOfNewerArbiters_areUnknownWithTheirWords() {
    String json =
        json(
            "{'v':1,'type':'rejected',%s,'reason':'PREEMPTED','message':'later','blockedBy':[{'lockId':'b','subAccount':'u2','operation':'ARCHIVE','path':'/a','mode':'SHARE','relation':'BESIDE','waiting':false}]}"
                .formatted(HEAD_JSON));
    Rejected rejected = (Rejected) EventCodec.decode(json.getBytes(UTF_8));

    assertThat(rejected.reason()).isEqualTo(RejectReason.UNKNOWN);
    assertThat(rejected.reasonWord()).isEqualTo("PREEMPTED");
    assertThat(rejected.newerWord()).isEqualTo("reason=PREEMPTED");
    assertThat(rejected.blockedBy())
        .containsExactly(
            new Blocker(
                "b",
                new Owner("u2", null),
                Operation.UNKNOWN,
                "ARCHIVE",
                LockPath.of("/a"),
                false,
                Mode.UNKNOWN,
                "SHARE",
                null,
                Relation.UNKNOWN,
                "BESIDE",
                false,
                null));
    assertThat(new String(EventCodec.encode(rejected), UTF_8)).isEqualTo(json);
  }

  @Test
  void typeOfNewerArbiters_isKeptWhole() {
    String json =
        json(
            "{ 'v':1,'type':'opened',%s,%s,'door':[1, 2],'repeated':true}"
                .formatted(HEAD_JSON, LOCK_JSON));
    UnknownEvent opened = (UnknownEvent) EventCodec.decode(json.getBytes(UTF_8));

    assertThat(opened).isEqualTo(new UnknownEvent(HEAD, LOCK, "opened", json, true));
    assertThat(opened.type()).isEqualTo(EventType.UNKNOWN);
    assertThat(opened.newerWord()).isEqualTo("type=opened");
    assertThat(new String(EventCodec.encode(opened), UTF_8)).isEqualTo(json);
  }

  /** Every field at its bound, full of characters that need escapes. */
  @Test
  void largestEvent_staysBelow256KiB() {
    String id = "\"".repeat(128);
    Owner owner = new Owner(id, id);
    List<Target> targets = new ArrayList<>();
    for (char c = 'a'; c < 'a' + 16; c++) {
      targets.add(new Target(LockPath.of("/" + c + "\\".repeat(4094)), Mode.EXCLUSIVE));
    }
    LockPath path = targets.get(0).path();
    LockFields lock =
        new LockFields(
            id,
            owner,
            Operation.CUSTOM,
            null,
            null,
            targets,
            600_000,
            600_000,
            Collections.nCopies(16, id),
            new TreeMap<>(Map.of("", "\u0001".repeat(4096))));
    long time = Long.MAX_VALUE;
    Blocker blocker =
        new Blocker(
            id,
            owner,
            Operation.CUSTOM,
            path,
            false,
            Mode.EXCLUSIVE,
            time,
            Relation.DESCENDANT,
            false,
            "\u0001".repeat(256));
    Rejected event =
        new Rejected(
            new EventHead(time, time, id, id, new Cause(Integer.MAX_VALUE, time)),
            lock,
            RejectReason.DEADLOCK,
            RejectReason.DEADLOCK.message(),
            id,
            null,
            Collections.nCopies(5, blocker),
            true,
            time,
            Integer.MAX_VALUE,
            Collections.nCopies(64, id),
            false,
            null,
            true);
    byte[] value = EventCodec.encode(event);
    assertThat(value.length).isBetween(200_000, 256 * 1024 - 1);
    assertThat(EventCodec.decode(value)).isEqualTo(event);
  }
}
