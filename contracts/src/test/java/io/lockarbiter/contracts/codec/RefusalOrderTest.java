package io.lockarbiter.contracts.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.Reading;
import io.lockarbiter.contracts.command.Refusal;
import io.lockarbiter.contracts.lock.Settings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** If several fields are bad, the refusal names the first by RULES.md, Order of a decision. */
class RefusalOrderTest {
  /** The order of the rules, written out again. */
  private static final List<String> ORDER =
      List.of(
          ("v type commandId account key subAccount session lockId operation path destination"
                  + " targets holding replaces existing bound leaseMs keepMs waitMs maxHoldMs graceMs replyTo attributes gone failed result declined comment")
              .split(" "));

  private static Refusal refusal(byte[] key, String json) {
    DecodedCommand decoded =
        CommandCodec.decode(key, json.getBytes(UTF_8))
            .under(Reading.allowingAll(Settings.NEWEST_RULES));
    assertThat(decoded).as(json).isInstanceOf(DecodedCommand.Refused.class);
    return ((DecodedCommand.Refused) decoded).refusal();
  }

  @Test
  void order_isThatOfTheRules() {
    assertThat(AccountCommandReader.ORDER).isEqualTo(ORDER);
  }

  static List<Arguments> commands() {
    String common = "v commandId subAccount session ";
    String acquire =
        common
            + "path destination targets holding replaces existing bound leaseMs keepMs waitMs maxHoldMs graceMs replyTo attributes comment";
    return List.of(
        Arguments.of(CommandText.custom(), acquire),
        Arguments.of(CommandText.acquire(), acquire.replace("path", "operation path")),
        Arguments.of(CommandText.move(), acquire),
        Arguments.of(CommandText.renew(), common + "lockId leaseMs replyTo declined"),
        Arguments.of(CommandText.release(), common + "lockId replyTo gone failed result"),
        Arguments.of(CommandText.forceRelease(), common + "lockId replyTo comment"),
        Arguments.of(CommandText.keepAlive(), common + "leaseMs replyTo"),
        Arguments.of(CommandText.yieldRequest(), common + "lockId graceMs replyTo comment"));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void ofAnyTwoBadFields_theFirstIsNamed(CommandText valid, String fields) {
    assertThat(valid.decode()).isInstanceOf(DecodedCommand.Valid.class);
    List<String> checked = List.of(fields.split(" "));
    for (int i = 0; i < checked.size(); i++) {
      for (String second : checked.subList(i + 1, checked.size())) {
        String first = checked.get(i);
        CommandText text = bad(bad(valid, second), first);
        assertThat(refusal("acme".getBytes(UTF_8), text.toString()).field())
            .as("%s and %s in %s", first, second, text)
            .isEqualTo(first);
      }
    }
  }

  private static CommandText bad(CommandText text, String field) {
    return text.with(field, field.equals("commandId") ? "''" : "{'bad':1.5}");
  }

  @Test
  void everythingBad_isMendedFieldByField() {
    Random random = new Random(11);
    Map<String, String> mended =
        new LinkedHashMap<>(
            Map.ofEntries(
                Map.entry("v", "1"),
                Map.entry("type", "'acquire'"),
                Map.entry("commandId", "'c1'"),
                Map.entry("account", "'acme'"),
                Map.entry("subAccount", "'u9'"),
                Map.entry("session", "'s'"),
                Map.entry("lockId", "'l'"),
                Map.entry("operation", "'COPY'"),
                Map.entry("path", "'/a'"),
                Map.entry("destination", "'/b'"),
                Map.entry("targets", "null"),
                Map.entry("holding", "[]"),
                Map.entry("replaces", "{'lockId':'k','subAccount':'u9'}"),
                Map.entry("existing", "true"),
                Map.entry("bound", "false"),
                Map.entry("leaseMs", "null"),
                Map.entry("keepMs", "60000"),
                Map.entry("waitMs", "0"),
                Map.entry("maxHoldMs", "1000"),
                Map.entry("replyTo", "'r'"),
                Map.entry("attributes", "{}"),
                Map.entry("gone", "true"),
                Map.entry("failed", "true"),
                Map.entry("result", "'r'"),
                Map.entry("graceMs", "null"),
                Map.entry("declined", "'d'"),
                Map.entry("comment", "null")));
    Map<String, String> members = new LinkedHashMap<>();
    mended.keySet().forEach(field -> members.put(field, "{'bad':1.5}"));
    members.put("commandId", "''");
    members.put("account", "'\\t'");
    byte[] key = "acme".getBytes(UTF_8);
    List<String> named = new ArrayList<>();
    while (CommandCodec.decode(key, shuffled(members, random).getBytes(UTF_8))
            .under(Reading.allowingAll(Settings.NEWEST_RULES))
        instanceof DecodedCommand.Refused refused) {
      String field = refused.refusal().field();
      named.add(field);
      members.put(field, mended.get(field));
      assertThat(named).doesNotHaveDuplicates();
    }
    List<String> expected = new ArrayList<>(ORDER);
    expected.removeAll(List.of("key", "lockId", "gone", "failed", "result", "declined"));
    assertThat(named).isEqualTo(expected);
  }

  private static String shuffled(Map<String, String> members, Random random) {
    List<String> json = new ArrayList<>();
    members.forEach((name, value) -> json.add("'" + name + "':" + value));
    Collections.shuffle(json, random);
    return ("{" + String.join(",", json) + "}").replace('\'', '"');
  }

  @Test
  void key_comesAfterAccountAndBeforeSubAccount() {
    byte[] other = "other".getBytes(UTF_8);
    CommandText text = CommandText.acquire().with("subAccount", "''");
    assertThat(refusal(other, text.toString()).field()).isEqualTo("key");
    assertThat(refusal(other, text.with("account", "''").toString()).field()).isEqualTo("account");
    assertThat(refusal(other, text.with("v", "7").toString()).field()).isEqualTo("v");
  }
}
