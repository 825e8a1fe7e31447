package io.lockarbiter.trial.bench.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.AuditRecord.Header;
import io.lockarbiter.audit.replay.RecordLog;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file of records as Kafka's client hands them over: numbers and bytes, so that reading it costs
 * next to nothing beside an audit. Whole: the first record has offset 0.
 */
final class RecordFile {
  private static final int BUFFER = 1 << 16;

  private RecordFile() {}

  /** Writes a file. */
  static final class Writer implements AutoCloseable {
    private final DataOutputStream out;

    Writer(Path file) throws IOException {
      out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), BUFFER));
    }

    void add(AuditRecord record) {
      try {
        out.writeBoolean(true);
        out.writeLong(record.offset());
        out.writeLong(record.appendedAt());
        out.writeInt(record.leaderEpoch());
        write(record.key());
        write(record.value());
        out.writeByte(record.headers().size());
        for (Header header : record.headers()) {
          write(header.name().getBytes(UTF_8));
          write(header.value().getBytes(UTF_8));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void write(byte @Nullable [] bytes) throws IOException {
      out.writeInt(bytes == null ? -1 : bytes.length);
      if (bytes != null) {
        out.write(bytes);
      }
    }

    @Override
    public void close() throws IOException {
      out.writeBoolean(false);
      out.close();
    }
  }

  /** Reads a file. */
  static final class Reader implements RecordLog {
    private final DataInputStream in;

    Reader(Path file) {
      try {
        in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public long begin() {
      return 0;
    }

    @Override
    public long end() {
      return -1;
    }

    @Override
    public @Nullable AuditRecord next() {
      try {
        return in.readBoolean() ? read() : null;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private AuditRecord read() throws IOException {
      return new AuditRecord(
          in.readLong(), in.readLong(), in.readInt(), bytes(), bytes(), headers());
    }

    private byte @Nullable [] bytes() throws IOException {
      int length = in.readInt();
      return length < 0 ? null : in.readNBytes(length);
    }

    private List<Header> headers() throws IOException {
      int size = in.readByte();
      List<Header> headers = new ArrayList<>(size);
      for (int i = 0; i < size; i++) {
        headers.add(new Header(text(), text()));
      }
      return headers;
    }

    private String text() throws IOException {
      return new String(in.readNBytes(in.readInt()), UTF_8);
    }

    @Override
    public void close() {
      try {
        in.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
