package io.lockarbiter.contracts.schema;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.event.Cut;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Subject;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The fields of a record as JSON: its components, some of which are spread out. A component whose
 * name ends in {@code Word} holds the text of the component before it. A bound lock says so in
 * place of its lease. An acquire has its lease under two names, and does not say how names are
 * compared, as events do.
 */
final class WireFields {
  private WireFields() {}

  static Set<String> of(Class<?> type, String... more) {
    Set<String> fields = new TreeSet<>(List.of(more));
    for (RecordComponent component : type.getRecordComponents()) {
      Class<?> of = component.getType();
      if (type == SettingsChange.class) {
        Stream.of(Setting.values()).map(Setting::text).forEach(fields::add);
      } else if (of == Owner.class
          || of == EventHead.class
          || of == WorkOutcome.class
          || of == LockFields.class) {
        fields.addAll(of(of));
      } else if (of == Cut.class) {
        fields.addAll(List.of("cutLeaseMs", "cutMaxHoldMs"));
      } else if (of == Subject.class) {
        fields.addAll(of(LockFields.class));
      } else if (!component.getName().endsWith("Word")) {
        fields.add(component.getName());
      }
    }
    if (type == LockFields.class) {
      fields.addAll(List.of("bound", "namesWithoutCase"));
    }
    if (type == Acquire.class && fields.remove("lockId")) {
      fields.remove("namesWithoutCase");
      fields.addAll(List.of("commandId", "keepMs"));
    }
    return fields;
  }
}
