package io.lockarbiter.trial.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Random;

/** Mutations of the bytes of a command. */
enum Mutation {
  NONE {
    @Override
    byte[] of(byte[] value, Random random) {
      return value;
    }
  },
  RANDOM_BYTES {
    @Override
    byte[] of(byte[] value, Random random) {
      byte[] bytes = new byte[random.nextInt(300)];
      random.nextBytes(bytes);
      return bytes;
    }
  },
  FLIPPED_BYTES {
    @Override
    byte[] of(byte[] value, Random random) {
      byte[] bytes = value.clone();
      for (int i = 1 + random.nextInt(4); i > 0; i--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      return bytes;
    }
  },
  CUT {
    @Override
    byte[] of(byte[] value, Random random) {
      return Arrays.copyOf(value, random.nextInt(value.length));
    }
  },
  OTHER_VALUE {
    @Override
    byte[] of(byte[] value, Random random) {
      return replaced(value, random, VALUES[random.nextInt(VALUES.length)]);
    }
  },
  UNICODE {
    @Override
    byte[] of(byte[] value, Random random) {
      return replaced(value, random, "\"/" + TEXTS[random.nextInt(TEXTS.length)] + "\"");
    }
  },
  LONG_TEXT {
    @Override
    byte[] of(byte[] value, Random random) {
      int most = random.nextInt(200) == 0 ? 800_000 : 6_000;
      return replaced(value, random, "\"/" + "x".repeat(random.nextInt(most)) + "\"");
    }
  },
  DEEP_PATH {
    @Override
    byte[] of(byte[] value, Random random) {
      return replaced(value, random, "\"" + "/d".repeat(1 + random.nextInt(400)) + "\"");
    }
  },
  NESTED {
    @Override
    byte[] of(byte[] value, Random random) {
      int depth = 1 + random.nextInt(random.nextInt(50) == 0 ? 100_000 : 60);
      return replaced(value, random, "[".repeat(depth) + "]".repeat(depth));
    }
  },
  FIELD_TWICE {
    @Override
    byte[] of(byte[] value, Random random) {
      return inserted(value, FIELDS[random.nextInt(FIELDS.length)]);
    }
  },
  MORE_FIELDS {
    @Override
    byte[] of(byte[] value, Random random) {
      StringBuilder fields = new StringBuilder();
      for (int i = random.nextInt(40); i >= 0; i--) {
        fields.append("\"unknown%d\":%s,".formatted(i, VALUES[random.nextInt(VALUES.length)]));
      }
      return inserted(value, fields.toString());
    }
  },
  ATTRIBUTES {
    @Override
    byte[] of(byte[] value, Random random) {
      StringBuilder attributes = new StringBuilder("\"attributes\":{");
      for (int i = random.nextInt(30); i >= 0; i--) {
        attributes.append(
            "\"k%d\":\"%s\"%s".formatted(i, "v".repeat(random.nextInt(200)), i == 0 ? "" : ","));
      }
      return inserted(value, attributes.append("},").toString());
    }
  },
  MANY_TARGETS {
    @Override
    byte[] of(byte[] value, Random random) {
      int targets = 1 + random.nextInt(80);
      StringBuilder command =
          new StringBuilder(
              "{\"type\":\"acquire\",\"commandId\":\"t%d\",\"account\":\"fuzz-0\",\"subAccount\":\"u1\",\"operation\":\"CUSTOM\",\"targets\":["
                  .formatted(random.nextInt()));
      for (int i = 0; i < targets; i++) {
        command.append(
            "%s{\"path\":\"/t/%d\",\"mode\":\"%s\"}"
                .formatted(
                    i == 0 ? "" : ",", random.nextInt(100), MODES[random.nextInt(MODES.length)]));
      }
      return command.append("],\"leaseMs\":2000}").toString().getBytes(UTF_8);
    }
  };

  private static final String[] MODES = {"READ", "PUT", "ADD", "DELETE", "EXCLUSIVE", "NONE", ""};
  private static final String[] VALUES = {
    "null",
    "true",
    "-1",
    "0",
    "1.5",
    "1e400",
    "99999999999999999999999",
    "\"\"",
    "[]",
    "{}",
    "\"x\"",
    "9223372036854775807",
    "-0",
    "\"\\u0000\"",
    "\"../..\"",
    "\"/a//b/./..\"",
    "\"/\"",
    "\"//\""
  };
  private static final String[] TEXTS = {
    "\u202e\u0645\u062d\u0645\u062f",
    "e\u0301",
    "\u00e9",
    "\ud83d\ude00",
    "\\ud800",
    "\\udc00\\ud800",
    "\u0000",
    "\\u0000",
    "\uffff",
    "\ufeff",
    "a\u200db",
    "K\u212a",
    "\u1e9e\u00df",
    "con",
    "a b\t",
    "%2f..%2f",
    "\\n\\r",
    "\u2028",
    "\ud800"
  };
  private static final String[] FIELDS = {
    "\"type\":\"release\",",
    "\"account\":\"other\",",
    "\"path\":\"/other\",",
    "\"leaseMs\":1,",
    "\"replyTo\":\"someone\",",
    "\"lockId\":\"c1\",",
    "\"waitMs\":999999999,",
    "\"holding\":[\"c1\",\"c2\"],",
    "\"replaces\":{\"lockId\":\"c1\",\"subAccount\":\"u1\"},",
    "\"replaces\":{\"lockId\":7},",
    "\"keepMs\":60000,",
    "\"keepMs\":2592000001,",
    "\"session\":\"s\",\"bound\":true,",
    "\"bound\":1,"
  };

  /** Returns mutated bytes of a command, which is a JSON object. */
  abstract byte[] of(byte[] value, Random random);

  /** Replaces one value of a random field. */
  private static byte[] replaced(byte[] value, Random random, String with) {
    String json = new String(value, UTF_8);
    int fields = (int) json.chars().filter(each -> each == ':').count();
    int at = -1;
    for (int skip = fields == 0 ? 0 : random.nextInt(fields); skip >= 0; skip--) {
      at = json.indexOf(':', at + 1);
    }
    if (at < 0) {
      return value;
    }
    int end = at + 1;
    while (end < json.length() && json.charAt(end) != ',' && json.charAt(end) != '}') {
      end++;
    }
    return (json.substring(0, at + 1) + with + json.substring(end)).getBytes(UTF_8);
  }

  /** Inserts fields at the beginning. */
  private static byte[] inserted(byte[] value, String fields) {
    String json = new String(value, UTF_8);
    return (json.startsWith("{") ? "{" + fields + json.substring(1) : json).getBytes(UTF_8);
  }
}
