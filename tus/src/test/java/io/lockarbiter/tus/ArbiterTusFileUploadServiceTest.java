package io.lockarbiter.tus;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.testing.FakeArbiter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import me.desair.tus.server.TusFileUploadService;
import me.desair.tus.server.upload.UploadLock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/** Sends the protocol's own requests, as a servlet passes them on. */
@SuppressWarnings("try")
class ArbiterTusFileUploadServiceTest {
  @TempDir private Path folder;
  private final FakeArbiter arbiter = new FakeArbiter();
  private final ArbiterUploadLockingService others = locks("other");
  private TusFileUploadService service = new TusFileUploadService();

  @BeforeEach
  void start() {
    others.setIdFactory(UploadLockingKit.ids());
    ArbiterUploadLockingService locks = locks("server");
    SharedFolderStorageService disk = new SharedFolderStorageService(folder);
    service =
        new ArbiterTusFileUploadService(locks, new FencedUploadStorageService(disk, locks, disk))
            .withUploadUri("/files");
  }

  private ArbiterUploadLockingService locks(String name) {
    return new ArbiterUploadLockingService(
        arbiter.client(name), UploadPlaces.inAccount("acme"), Duration.ofSeconds(5), Duration.ZERO);
  }

  private static MockHttpServletRequest request(String method, String uri) {
    MockHttpServletRequest request = new MockHttpServletRequest(method, uri);
    request.addHeader("Tus-Resumable", "1.0.0");
    return request;
  }

  private MockHttpServletResponse answer(MockHttpServletRequest request) throws Exception {
    MockHttpServletResponse response = new MockHttpServletResponse();
    service.process(request, response, "ann");
    return response;
  }

  private String created() throws Exception {
    MockHttpServletRequest create = request("POST", "/files");
    create.addHeader("Upload-Length", "6");
    MockHttpServletResponse response = answer(create);
    assertThat(response.getStatus()).isEqualTo(201);
    return Objects.requireNonNull(response.getHeader("Location"));
  }

  private static MockHttpServletRequest patch(String uri, int offset, String text) {
    MockHttpServletRequest patch = request("PATCH", uri);
    patch.addHeader("Upload-Offset", Integer.toString(offset));
    patch.addHeader("Content-Length", Integer.toString(text.length()));
    patch.setContentType("application/offset+octet-stream");
    patch.setContent(text.getBytes(US_ASCII));
    return patch;
  }

  @Test
  void upload_isMadeWrittenAndFinished() throws Exception {
    String uri = created();

    assertThat(answer(patch(uri, 0, "abc")).getStatus()).isEqualTo(204);
    assertThat(answer(request("HEAD", uri)).getHeader("Upload-Offset")).isEqualTo("3");
    assertThat(answer(patch(uri, 3, "def")).getHeader("Upload-Offset")).isEqualTo("6");
    assertThat(service.getUploadedBytes(uri, "ann")).hasContent("abcdef");
    assertThat(arbiter.locks("acme")).isEmpty();
  }

  @Test
  void requestForALockedUpload_isAnswered423AndChangesNothing() throws Exception {
    String uri = created();
    try (UploadLock lock = others.lockUploadByUri(uri)) {
      MockHttpServletResponse refused = answer(patch(uri, 0, "abc"));

      assertThat(refused.getStatus()).isEqualTo(423);
      assertThat(refused.getHeader("Tus-Resumable")).isEqualTo("1.0.0");
      assertThat(answer(request("HEAD", uri)).getStatus()).isEqualTo(423);
    }
    assertThat(answer(request("HEAD", uri)).getHeader("Upload-Offset")).isEqualTo("0");
  }

  @Test
  void wrongOffset_isAnswered409AndCostsNoBytes() throws Exception {
    String uri = created();
    answer(patch(uri, 0, "abc"));

    assertThat(answer(patch(uri, 1, "xyz")).getStatus()).isEqualTo(409);
    assertThat(answer(request("HEAD", uri)).getHeader("Upload-Offset")).isEqualTo("3");
  }

  @Test
  void terminatedUpload_isGone() throws Exception {
    String uri = created();

    assertThat(answer(request("DELETE", uri)).getStatus()).isEqualTo(204);
    assertThat(answer(request("HEAD", uri)).getStatus()).isEqualTo(404);
    assertThat(folder.resolve("uploads")).isEmptyDirectory();
  }
}
