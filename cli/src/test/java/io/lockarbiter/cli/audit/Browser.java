package io.lockarbiter.cli.audit;

import io.lockarbiter.contracts.testing.OptionalTool;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.interactions.WheelInput;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Chromium without a screen, on pages in files. */
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
    options.addArguments(
        "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars=false");
    options.setCapability("goog:loggingPrefs", logs);
    driver = new ChromeDriver(service, options);
    driver.manage().window().setSize(new Dimension(1440, 900));
    driver.manage().timeouts().scriptTimeout(Duration.ofSeconds(60));
  }

  private static File require(String name) {
    return OptionalTool.find(name).orElseThrow().toFile();
  }

  /** Says which colours the system prefers. */
  void prefer(String scheme) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  void open(Path page) {
    driver.get(page.toUri().toString());
  }

  @Nullable Object run(String script) {
    return driver.executeScript(script);
  }

  String text(String selector) {
    return find(By.cssSelector(selector)).getText();
  }

  void type(String selector, String keys) {
    find(By.cssSelector(selector)).sendKeys(keys);
  }

  void click(String selector) {
    find(By.cssSelector(selector)).click();
  }

  private WebElement find(By by) {
    return driver.findElement(by);
  }

  /** Types into what has the focus. */
  void press(CharSequence... keys) {
    new Actions(driver).sendKeys(keys).perform();
  }

  /** Turns the wheel over the middle of an element, with the control key held. */
  void zoom(String selector, int deltaY) {
    WebElement element = find(By.cssSelector(selector));
    new Actions(driver)
        .keyDown(Keys.CONTROL)
        .scrollFromOrigin(WheelInput.ScrollOrigin.fromElement(element), 0, deltaY)
        .keyUp(Keys.CONTROL)
        .perform();
  }

  /** Moves the pointer to a place of the window. */
  void pointAt(double x, double y) {
    new Actions(driver).moveToLocation((int) Math.round(x), (int) Math.round(y)).perform();
  }

  /** Errors and warnings of the console. */
  List<String> complaints() {
    return StreamSupport.stream(driver.manage().logs().get(LogType.BROWSER).spliterator(), false)
        .map(entry -> entry.getLevel() + " " + entry.getMessage())
        .toList();
  }

  /** Addresses asked for, the page's own and inlined data aside. */
  List<String> requests() {
    return StreamSupport.stream(
            driver.manage().logs().get(LogType.PERFORMANCE).spliterator(), false)
        .map(entry -> entry.getMessage())
        .filter(message -> message.contains("\"Network.requestWillBeSent\""))
        .filter(
            message -> !message.contains("\"url\":\"file:") && !message.contains("\"url\":\"data:"))
        .toList();
  }

  @Override
  public void close() {
    driver.quit();
  }
}
