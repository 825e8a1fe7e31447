package io.lockarbiter.audit.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.RecordLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileHistorySourceTest {
  /** Other lines are passed over by how they begin, if they begin as kcat's do. */
  @Test
  void everythingInOneFile_eachPartitionGetsItsOwn(@TempDir Path directory) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int offset = 0; offset < 3; offset++) {
      for (int partition : List.of(1, 11, 2)) {
        lines.add(line("lock.commands", partition, offset));
        lines.add(line("lock.events", partition, offset));
      }
    }
    lines.add("{\"offset\":7,\"ts\":1,\"partition\":1,\"topic\":\"lock.commands\"}");
    Path file = Files.write(directory.resolve("all"), lines);

    FileHistorySource source = new FileHistorySource(file, file);
    assertThat(source.partitions()).containsExactly(1, 2, 11);
    try (PartitionHistory history = source.open(1)) {
      assertThat(offsets(history.commands())).containsExactly(0L, 1L, 2L, 7L);
      assertThat(offsets(history.events())).containsExactly(0L, 1L, 2L);
    }
  }

  private static String line(String topic, int partition, long offset) {
    byte[] key = "acme".getBytes(UTF_8);
    AuditRecord record = new AuditRecord(offset, 1_000, 0, key, key, List.of());
    return new RecordLine(topic, partition, record).text();
  }

  private static List<Long> offsets(RecordLog log) {
    List<Long> offsets = new ArrayList<>();
    for (AuditRecord record = log.next(); record != null; record = log.next()) {
      offsets.add(record.offset());
    }
    return offsets;
  }
}
