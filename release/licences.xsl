<?xml version="1.0" encoding="UTF-8"?>
<!-- From the list of a jar's libraries (CycloneDX) the lines of LICENSES.txt. A library without a licence ends the build. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:output method="text" encoding="UTF-8"/>
  <xsl:param name="jar"/>

  <xsl:template match="/">
    <xsl:value-of select="concat('&#10;', $jar, '&#10;')"/>
    <xsl:apply-templates select="/*/*[local-name()='components']/*[local-name()='component'][not(*[local-name()='group'] = 'io.lockarbiter')]">
      <xsl:sort select="*[local-name()='group']"/>
      <xsl:sort select="*[local-name()='name']"/>
      <xsl:sort select="*[local-name()='version']"/>
    </xsl:apply-templates>
  </xsl:template>

  <xsl:template match="*">
    <xsl:variable name="library"
      select="concat(*[local-name()='group'], ':', *[local-name()='name'], ':', *[local-name()='version'])"/>
    <xsl:variable name="licences"
      select="*[local-name()='licenses']//*[local-name()='id' or local-name()='name' or local-name()='expression'][normalize-space()]"/>
    <xsl:if test="not($licences)">
      <xsl:message terminate="yes">
        <xsl:value-of select="concat($library, ' in ', $jar, ' names no licence. Fix: find it, and leave the library out or tell its licence')"/>
      </xsl:message>
    </xsl:if>
    <xsl:value-of select="concat('  ', $library, '  ')"/>
    <xsl:for-each select="$licences">
      <xsl:if test="position() != 1">; </xsl:if>
      <xsl:value-of select="normalize-space()"/>
    </xsl:for-each>
    <xsl:text>&#10;</xsl:text>
  </xsl:template>
</xsl:stylesheet>
