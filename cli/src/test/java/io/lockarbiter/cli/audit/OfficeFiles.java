package io.lockarbiter.cli.audit;

import java.util.List;
import java.util.Random;

/** The places where members work: some folders are hot, some names are awkward. */
final class OfficeFiles {
  /** A file of a member. */
  record Place(String account, String member, String folder, String file) {}

  static final String MARKUP = "</script><script>document.title='broken'</script><!--";
  static final String BIDI = "invoice\u202efdp.exe";

  private static final List<String> ACCOUNTS = List.of("acme", "Brückner & Söhne");
  private static final List<String> MEMBERS =
      List.of("ana", "ben", "chloé", "dmitri", "emeka", "fatima", "goro", "ひろみ", "o'hara");
  private static final List<String> FOLDERS =
      List.of(
          "/Projects/Aurora/Design",
          "/Projects/Aurora/Contracts",
          "/Projects/Borealis",
          "/Marketing/2026/Campaigns/Winter",
          "/Marketing/2026/Campaigns/Spring launch – final, really final (approved by legal and finance)",
          "/Finance/Invoices/2026-11",
          "/Finance/Payroll",
          "/Team/Photos 🏖️",
          "/عقود/2026",
          "/Archive");
  private static final List<String> FILES =
      List.of("plan.pdf", "budget.xlsx", "scan", "notes.md", "cover.psd", "minutes.docx");

  private final Random random;

  OfficeFiles(Random random) {
    this.random = random;
  }

  Place next() {
    int draw = random.nextInt(100);
    String file =
        draw == 0
            ? BIDI
            : draw == 1
                ? MARKUP.replace('/', '\u2215')
                : few(FILES).replace(".", "-" + random.nextInt(9) + ".");
    String folder = draw == 2 ? "/Inbox" + MARKUP : few(FOLDERS);
    return new Place(few(ACCOUNTS), few(MEMBERS), folder, file);
  }

  /** Draws an entry; the first ones are the most likely. */
  private String few(List<String> from) {
    double draw = random.nextDouble();
    return from.get((int) (draw * draw * from.size()));
  }
}
