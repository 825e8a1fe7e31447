package io.lockarbiter.console;

import io.lockarbiter.contracts.testing.OptionalTool;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Chromium without a screen, on the console's pages. */
final class Browser implements AutoCloseable {
  /** Selenium knows no protocol as new as the browser's and says so; nothing here needs one. */
  private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

  private final ChromeDriver driver;

  Browser() {
    SELENIUM.setLevel(Level.SEVERE);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(require("chromedriver"))
            .usingAnyFreePort()
            .build();
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(require("chromium"));
    options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage");
    options.setCapability("goog:loggingPrefs", logs);
    driver = new ChromeDriver(service, options);
    size(1440, 900);
    driver.manage().timeouts().scriptTimeout(Duration.ofSeconds(60));
  }

  private static File require(String name) {
    return OptionalTool.find(name).orElseThrow().toFile();
  }

  /** How large the page is, in CSS pixels; smaller than any window can be made. */
  void size(int width, int height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /** Says which colours the system prefers. */
  void prefer(String scheme) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  void open(String address) {
    driver.get(address);
  }

  @Nullable Object run(String script) {
    return driver.executeScript(script);
  }

  /** The text of what is in sight. */
  String text(String selector) {
    return String.valueOf(
        run("return document.querySelector('" + selector + "')?.innerText ?? ''"));
  }

  void type(String selector, String keys) {
    driver.findElement(By.cssSelector(selector)).sendKeys(keys);
  }

  void click(String selector) {
    driver.findElement(By.cssSelector(selector)).click();
  }

  /** Types into what has the focus. */
  void press(CharSequence... keys) {
    new Actions(driver).sendKeys(keys).perform();
  }

  /** Leaves a picture beside the reports, to be looked at by somebody. */
  void picture(String name) {
    try {
      Path folder = Files.createDirectories(Path.of("target", "pictures"));
      Files.write(folder.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Errors and warnings of the console. */
  List<String> complaints() {
    return StreamSupport.stream(driver.manage().logs().get(LogType.BROWSER).spliterator(), false)
        .map(entry -> entry.getLevel() + " " + entry.getMessage())
        .toList();
  }

  /** Addresses asked for that are not the console's own. */
  List<String> strangers(String own) {
    return StreamSupport.stream(
            driver.manage().logs().get(LogType.PERFORMANCE).spliterator(), false)
        .map(entry -> Objects.requireNonNull(entry.getMessage()))
        .filter(message -> message.contains("\"Network.requestWillBeSent\""))
        .filter(
            message ->
                !message.contains("\"url\":\"" + own) && !message.contains("\"url\":\"data:"))
        .toList();
  }

  @Override
  public void close() {
    driver.quit();
  }
}
