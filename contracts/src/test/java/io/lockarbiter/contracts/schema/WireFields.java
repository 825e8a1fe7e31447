package io.lockarbiter.contracts.schema;

import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Subject;
import io.lockarbiter.contracts.lock.Owner;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The fields that a record has as JSON: its components, some of which are spread out. */
final class WireFields {
  private WireFields() {}

  static Set<String> of(Class<?> type, String... more) {
    Set<String> fields = new TreeSet<>(List.of(more));
    for (RecordComponent component : type.getRecordComponents()) {
      Class<?> of = component.getType();
      if (of == Owner.class || of == EventHead.class || of == LockFields.class) {
        fields.addAll(of(of));
      } else if (of == Subject.class) {
        fields.addAll(of(LockFields.class));
      } else {
        fields.add(component.getName());
      }
    }
    return fields;
  }
}
