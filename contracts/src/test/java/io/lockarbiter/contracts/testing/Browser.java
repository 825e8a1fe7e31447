package io.lockarbiter.contracts.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
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
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.interactions.WheelInput;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * Chromium without a screen. A module that uses it has Selenium on the class path of its tests, and
 * its tests are annotated with {@link Needs}.
 */
public final class Browser implements AutoCloseable {
  /**
   * Selenium warns that it does not know the newest protocol of the browser; nothing here needs
   * that.
   */
  private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

  private final ChromeDriver driver;
  private String early = "";

  /** Starts a browser with a window of 1440 by 900. */
  public Browser() {
    SELENIUM.setLevel(Level.SEVERE);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(new File(OptionalTool.BROWSER.program("chromedriver")))
            .usingAnyFreePort()
            .build();
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(OptionalTool.BROWSER.program("chromium"));
    options.addArguments(
        "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars=false");
    options.setCapability("goog:loggingPrefs", logs);
    driver = new ChromeDriver(service, options);
    size(1440, 900);
    driver.manage().timeouts().scriptTimeout(Duration.ofSeconds(60));
  }

  /** Sets the size of the page in CSS pixels; it may be smaller than any window can be made. */
  public void size(int width, int height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /** Sets the colour scheme that the system prefers. */
  public void prefer(String scheme) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  /** Goes to a page. */
  public void open(String address) {
    driver.get(address);
  }

  /** Opens a tab and makes it the current one; returns its name. */
  public String openTab(String address) {
    driver.switchTo().newWindow(WindowType.TAB);
    driver.get(address);
    return driver.getWindowHandle();
  }

  /** The name of the current tab. */
  public String tab() {
    return driver.getWindowHandle();
  }

  /** Makes a tab the current one. */
  public void toTab(String tab) {
    driver.switchTo().window(tab);
  }

  /** Closes the current tab and makes another the current one. */
  public void closeTab(String next) {
    driver.close();
    toTab(next);
  }

  /** Runs a script in each page to come before the page's own scripts; an empty text ends that. */
  public void beforeEachPage(String script) {
    if (!early.isEmpty()) {
      driver.executeCdpCommand(
          "Page.removeScriptToEvaluateOnNewDocument", Map.of("identifier", early));
    }
    early =
        script.isEmpty()
            ? ""
            : String.valueOf(
                driver
                    .executeCdpCommand(
                        "Page.addScriptToEvaluateOnNewDocument", Map.of("source", script))
                    .get("identifier"));
  }

  /** Runs a script and returns its result. */
  public @Nullable Object run(String script) {
    return driver.executeScript(script);
  }

  /** The visible text of an element; empty if there is no such element, or it is not shown. */
  public String text(String selector) {
    return String.valueOf(
        driver.executeScript(
            "const one = document.querySelector(arguments[0]);"
                + " return one?.checkVisibility() ? one.innerText : ''",
            selector));
  }

  /** Types into an element. */
  public void type(String selector, String keys) {
    find(selector).sendKeys(keys);
  }

  /** Clicks on the middle of an element; of the next one if the page draws it anew meanwhile. */
  public void click(String selector) {
    try {
      find(selector).click();
    } catch (StaleElementReferenceException e) {
      find(selector).click();
    }
  }

  private WebElement find(String selector) {
    return driver.findElement(By.cssSelector(selector));
  }

  /** Types into the element that has the focus. */
  public void press(CharSequence... keys) {
    new Actions(driver).sendKeys(keys).perform();
  }

  /** Turns the wheel over the middle of an element, with the control key held. */
  public void zoom(String selector, int deltaY) {
    new Actions(driver)
        .keyDown(Keys.CONTROL)
        .scrollFromOrigin(WheelInput.ScrollOrigin.fromElement(find(selector)), 0, deltaY)
        .keyUp(Keys.CONTROL)
        .perform();
  }

  /** Moves the pointer to a place in the window. */
  public void pointAt(double x, double y) {
    new Actions(driver).moveToLocation((int) Math.round(x), (int) Math.round(y)).perform();
  }

  /** Clicks on a place in the window. */
  public void clickAt(double x, double y) {
    pointAt(x, y);
    new Actions(driver).click().perform();
  }

  /** Saves a picture of the page in a file, for a person to look at. */
  public void picture(Path file) {
    try {
      Files.createDirectories(Objects.requireNonNull(file.toAbsolutePath().getParent()));
      Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Errors and warnings of the browser's console since the last call. */
  public List<String> complaints() {
    return StreamSupport.stream(driver.manage().logs().get(LogType.BROWSER).spliterator(), false)
        .map(entry -> entry.getLevel() + " " + entry.getMessage())
        .toList();
  }

  /**
   * Addresses requested since the last call, without inlined data.
   *
   * @param own the beginning of the page's own addresses, which are left out
   */
  public List<String> strangers(String own) {
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
