package io.lockarbiter.trial.bench.peers;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.lockarbiter.embedded.load.LockTraffic;
import io.lockarbiter.embedded.load.Traffic;
import java.nio.ByteBuffer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Requests of the echo: the slot's number and as many bytes as a command has. */
final class EchoTraffic implements Traffic {
  private final byte[][] accounts;
  private final byte[] request;

  EchoTraffic(int accounts, int slots, int requestBytes) {
    this.accounts =
        IntStream.range(0, slots)
            .mapToObj(slot -> LockTraffic.account(slot, accounts).getBytes(US_ASCII))
            .toArray(byte[][]::new);
    this.request = new byte[requestBytes];
  }

  @Override
  public String answers() {
    return EchoMain.ANSWERS;
  }

  @Override
  public int slots() {
    return accounts.length;
  }

  @Override
  public ProducerRecord<byte[], byte[]> next(int slot) {
    ByteBuffer.wrap(request).putInt(slot);
    return new ProducerRecord<>(EchoMain.REQUESTS, accounts[slot], request);
  }

  @Override
  public int answered(ConsumerRecord<byte[], byte[]> answer) {
    return ByteBuffer.wrap(answer.value()).getInt();
  }

  @Override
  public boolean isOpen(int slot) {
    return false;
  }

  @Override
  public long refused() {
    return 0;
  }
}
