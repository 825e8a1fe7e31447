package io.lockarbiter.contracts.codec;

import io.lockarbiter.contracts.command.CommandType;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The words of commands (types, operations, modes and fields), each with the version of the rules
 * that added it. A word is valid in logs of that version and of later ones. In logs of earlier
 * versions it is treated as the arbiters of that time treated it: an unknown field is ignored, any
 * other unknown word is refused.
 */
public final class Vocabulary {
  /** The words that this build knows. */
  public static final Vocabulary OF_THIS_BUILD = ofThisBuild();

  private final int newestRules;
  private final Map<Enum<?>, Integer> words;
  private final Map<String, Integer> fields;
  private final List<Words> byRules;

  private Vocabulary(int newestRules, Map<Enum<?>, Integer> words, Map<String, Integer> fields) {
    this.newestRules = newestRules;
    this.words = Map.copyOf(words);
    this.fields = Map.copyOf(fields);
    this.byRules =
        IntStream.rangeClosed(Settings.FIRST_RULES, newestRules).mapToObj(this::words).toList();
  }

  private static Vocabulary ofThisBuild() {
    Map<Enum<?>, Integer> words = new HashMap<>();
    CommandType.OF_ACCOUNTS.forEach(type -> words.put(type, type.sinceRules()));
    Operation.known().forEach(operation -> words.put(operation, operation.sinceRules()));
    Mode.known().forEach(mode -> words.put(mode, mode.sinceRules()));
    return new Vocabulary(Settings.NEWEST_RULES, words, AccountCommandReader.FIELDS);
  }

  /** The words of a build whose newest rules are {@code rules}. */
  public Vocabulary upTo(int rules) {
    return new Vocabulary(rules, words, fields);
  }

  /**
   * These words, one of which exists only since {@code sinceRules}.
   *
   * @param word a {@link CommandType}, an {@link Operation} or a {@link Mode}
   */
  public Vocabulary with(Enum<?> word, int sinceRules) {
    Map<Enum<?>, Integer> changed = new HashMap<>(words);
    changed.put(word, sinceRules);
    return new Vocabulary(newestRules, changed, fields);
  }

  /** These words, with a field that exists only since {@code sinceRules}. */
  public Vocabulary withField(String name, int sinceRules) {
    Map<String, Integer> changed = new HashMap<>(fields);
    changed.put(name, sinceRules);
    return new Vocabulary(newestRules, words, changed);
  }

  /** The newest version of the rules that a build with these words decides by. */
  public int newestRules() {
    return newestRules;
  }

  /** The words that exist under a known version of the rules. */
  Words of(int rules) {
    return byRules.get(rules - Settings.FIRST_RULES);
  }

  private Words words(int rules) {
    Predicate<Enum<?>> exists = word -> words.getOrDefault(word, rules) <= rules;
    return new Words(
        CommandType.OF_ACCOUNTS.stream().filter(exists).toList(),
        Operation.known().stream().filter(exists).toList(),
        Mode.known().stream().filter(exists).toList(),
        AccountCommandReader.ORDER.stream()
            .filter(field -> fields.getOrDefault(field, rules) <= rules)
            .toList());
  }

  /**
   * The words that a command may use.
   *
   * @param fields in the order in which a bad one is named
   */
  record Words(
      List<CommandType> types, List<Operation> operations, List<Mode> modes, List<String> fields) {}
}
