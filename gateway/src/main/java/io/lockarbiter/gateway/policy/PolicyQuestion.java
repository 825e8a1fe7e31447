package io.lockarbiter.gateway.policy;

import io.lockarbiter.gateway.access.Identity;
import io.lockarbiter.gateway.access.Right;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A question to a policy engine. Equal ones have equal bytes.
 *
 * @param who the sender of the request
 * @param account the account in which it acts
 * @param member the sub-account in whose name; null = all that the rules let it see
 * @param right the right that the request needs
 * @param command the type of the command; null = it only looks
 * @param operation of an acquire; null = it is none
 * @param paths the paths of an acquire; empty = it is none
 */
public record PolicyQuestion(
    Identity who,
    String account,
    @Nullable String member,
    Right right,
    @Nullable String command,
    @Nullable String operation,
    List<String> paths) {
  /** A right of its own: a policy that compares members must not allow all by mistake. */
  private static final String SEE_ALL = "see-all";

  /** The word of the right that the policy is told. */
  String rightWord() {
    return member == null ? SEE_ALL : right.word();
  }

  /** The body of the question: JSON with the member {@code input}. */
  byte[] bytes() {
    ObjectNode body = JsonMapper.shared().createObjectNode();
    ObjectNode input = body.putObject("input");
    input.put("subject", who.subject());
    input.put("kind", who.keyHash() == null ? "token" : "key");
    ObjectNode claims = input.putObject("claims");
    new TreeMap<>(who.claims())
        .forEach(
            (name, values) -> {
              ArrayNode all = claims.putArray(name);
              values.forEach(all::add);
            });
    input.put("account", account);
    put(input, "subAccount", member);
    input.put("right", rightWord());
    put(input, "command", command);
    put(input, "operation", operation);
    if (!paths.isEmpty()) {
      ArrayNode all = input.putArray("paths");
      paths.forEach(all::add);
    }
    return JsonMapper.shared().writeValueAsBytes(body);
  }

  private static void put(ObjectNode input, String name, @Nullable String value) {
    if (value != null) {
      input.put(name, value);
    }
  }
}
